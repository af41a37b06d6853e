/** Charts of a study as SVG for its self-contained page, which has every number in a table too. */
import { tickDigits } from '~/lib/numbers';
import { type Curve, isAbsent, type StudyTable } from './study-figures';
import { fixed } from './study-labels';

interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const WIDTH = 640;
const NAMES = 200;
const ROW = 22;

interface Drawn {
  mean: number;
  ci95: readonly [number, number] | null;
}

/** Each row's mean with its interval; the axis includes zero. `all`: all rows that share the scale. */
export function whiskersSvg({ rows, task, range }: StudyTable, all: readonly Drawn[]): string {
  const scale = scaleOf(all);
  const x = (value: number) => NAMES + ((value - scale.low) / (scale.high - scale.low)) * (WIDTH - NAMES - 12);
  const height = rows.length * ROW + 30;
  const grid = scale.ticks.map(
    (tick) =>
      vertical(x(tick), height - 24, tick === 0) +
      label([x(tick), height - 8], fixed(tick, Math.max(2, tickDigits(scale.ticks))), 'middle'),
  );
  const lines = rows.map((row, at) => {
    const y = at * ROW + ROW / 2 + 4;
    const [low, high] = row.ci95 ?? [row.mean, row.mean];
    const cap = (value: number) => `<path d="M${px(x(value))} ${y - 4}v8"/>`;
    const whisker = `<path d="M${px(x(low))} ${y}H${px(x(high))}"/>${cap(low)}${cap(high)}`;
    const mark =
      row.role === 'contestant' && !isAbsent(row) ? `<circle cx="${px(x(row.mean))}" cy="${y}" r="4"/>` : diamond(x(row.mean), y);
    return `${label([0, y + 4], row.policy, 'start')}<g class="ink"><title>${escapeHtml(`${row.policy}: ${fixed(row.mean)}`)}</title>${whisker}${mark}</g>`;
  });
  return svg({ width: WIDTH, height, name: `Means with 95% intervals: ${task}, ${range}` }, [...grid, ...lines].join(''));
}

const PANEL = { width: 300, height: 190, left: 44, bottom: 26, top: 8, right: 96 };
const DASHES = ['', '6 3', '2 3', '8 3 2 3', '1 2', '10 4'];

/** The score by number of shocks: one line per agent, distinguished by dashes and by its name at the end. */
export function curvesSvg({ task, kind, curves }: { task: string; kind: string; curves: readonly Curve[] }, all: readonly Drawn[]): string {
  const points = curves.flatMap((curve) => curve.points);
  const scale = scaleOf(all);
  const most = Math.max(1, ...points.map(({ strikes }) => strikes));
  const { width, height, left, bottom, top, right } = PANEL;
  const x = (strikes: number) => left + (strikes / most) * (width - left - right);
  const y = (value: number) => top + ((scale.high - value) / (scale.high - scale.low)) * (height - top - bottom);
  const grid = scale.ticks.map(
    (tick) =>
      `<path class="${tick === 0 ? 'zero' : 'grid'}" d="M${left} ${px(y(tick))}H${width - right}"/>${label([left - 6, y(tick) + 4], fixed(tick, Math.max(1, tickDigits(scale.ticks))), 'end')}`,
  );
  const counts = [...new Set(points.map(({ strikes }) => strikes))].map((strikes) =>
    label([x(strikes), height - 8], String(strikes), 'middle'),
  );
  const ends = spread(curves.map(({ points: own }) => y(own.at(-1)?.mean ?? 0)));
  const lines = curves.map((curve, at) => {
    const path = curve.points.map(({ strikes, mean }, i) => `${i === 0 ? 'M' : 'L'}${px(x(strikes))} ${px(y(mean))}`).join('');
    const bars = curve.points.map(({ strikes, ci95 }) =>
      ci95 ? `<path d="M${px(x(strikes))} ${px(y(ci95[0]))}V${px(y(ci95[1]))}"/>` : '',
    );
    const name = label([x(most) + 8, (ends[at] ?? 0) + 4], curve.policy.slice(0, 15), 'start');
    return `<g class="ink"><path fill="none" stroke-dasharray="${DASHES[at % DASHES.length]}" d="${path}"/>${bars.join('')}</g>${name}`;
  });
  return svg({ width, height, name: `Score against the number of shocks: ${task}, ${kind}` }, [...grid, ...counts, ...lines].join(''));
}

/** Names at the ends of lines, moved apart so that they do not overlap. */
function spread(places: readonly number[], least = 12): number[] {
  const order = places.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place);
  for (let i = 1; i < order.length; i += 1) {
    const [above, here] = [order[i - 1], order[i]];
    if (above && here) here.place = Math.max(here.place, above.place + least);
  }
  return order.sort((a, b) => a.at - b.at).map(({ place }) => place);
}

function scaleOf(all: readonly Drawn[]): Scale {
  const values = all.flatMap(({ mean, ci95 }) => [mean, ...(ci95 ?? [])]);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = most - least || 1;
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough;
  const low = least - span * 0.03;
  const high = most + span * 0.03;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step); tick * step <= high; tick += 1) ticks.push(tick * step + 0);
  return { low, high, ticks };
}

function svg({ width, height, name }: { width: number; height: number; name: string }, inner: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(name)}">${inner}</svg>`;
}

function vertical(x: number, to: number, isZero: boolean): string {
  return `<path class="${isZero ? 'zero' : 'grid'}" d="M${px(x)} 0V${to}"/>`;
}

function label([x, y]: readonly [number, number], text: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

function diamond(x: number, y: number): string {
  return `<path class="hollow" d="M${px(x)} ${y - 5}l5 5l-5 5l-5 -5Z"/>`;
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
