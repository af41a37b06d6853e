/** The table that `npm run bench` prints and docs/bench.md shows. */
import type { Measure } from './section';

export interface SectionResult {
  id: string;
  title: string;
  command: string;
  at: string;
  machine: string;
  versions: string;
  /** The machine's load at the start, averaged over the last minute: other work makes the absolute numbers worse. */
  load: number;
  measures: Measure[];
}

const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

export function asText(result: SectionResult): string {
  const rows = result.measures.map(cells);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [result.title, line(HEAD), ...rows.map(line), ...notes(result.measures)].join('\n');
}

export function asMarkdown(results: readonly SectionResult[]): string {
  return results.map(sectionMarkdown).join('\n\n');
}

/** Puts the table between the markers of docs/bench.md and keeps the text around them. */
export function intoDocument(document: string, table: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`docs/bench.md lost its markers ${BEGIN} and ${END}`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${document.slice(end)}`;
}

const HEAD = ['what', 'measured', 'against', 'ratio (lowest to highest turn)', 'aim'];

function cells({ what, value, unit, against, ratio, aim }: Measure): string[] {
  return [
    what,
    `${spell(value)} ${unit}`,
    against ? `${against.what}: ${spell(against.value)} ${unit}` : '',
    ratio ? `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})` : '',
    aim ? `${aim.text}: ${aim.met ? 'met' : 'NOT met'}` : '',
  ];
}

/** Three significant digits, with thousands separated. */
export function spell(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return Number(value.toPrecision(3)).toString();
}

function notes(measures: readonly Measure[]): string[] {
  return measures.filter((measure) => measure.note).map((measure) => `${measure.what}: ${measure.note}`);
}

function sectionMarkdown(result: SectionResult): string {
  const row = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`;
  const table = [row(HEAD), row(HEAD.map(() => '---')), ...result.measures.map((measure) => row(cells(measure)))];
  const origin = `\`${result.command}\`, ${result.at}, ${result.machine}, ${result.versions}, load before ${result.load.toFixed(1)}.`;
  const remarks = notes(result.measures).map((note) => `- ${note}`);
  return [`### ${result.title}`, '', ...table, '', ...remarks, ...(remarks.length > 0 ? [''] : []), origin].join('\n');
}
