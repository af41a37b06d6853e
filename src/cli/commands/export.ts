import { type Command, InvalidArgumentError } from 'commander';
import { newCommand } from '../new-command';
import { deliver, refuseUnwritable } from '../output';

const FORMATS = ['events', 'transcript'] as const;
type Format = (typeof FORMATS)[number];

export function exportCommand(): Command {
  return newCommand('export', 'Writes a stored match as a file: its events as JSON lines, or its transcript as Markdown.', [
    'export 9cw2urwtm3nj',
    'export 9cw2urwtm3nj --format transcript --out match.md',
  ])
    .argument('<match>', 'its id (npx mandi matches), or the beginning of it')
    .option('--format <format>', 'events (JSON lines, as stored) or transcript (Markdown)', readFormat, 'events')
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (id: string, flags: { format: Format; out?: string }) => {
      await refuseUnwritable(flags.out);
      const [{ withDatabase }, { exportText }] = await Promise.all([import('../database-services'), import('../export-text')]);
      const text = await withDatabase(({ services }) => exportText(services.store, id, flags.format));
      await deliver(text, flags.out);
    });
}

function readFormat(text: string): Format {
  const format = FORMATS.find((known) => known === text);
  if (format === undefined) throw new InvalidArgumentError(`Allowed: ${FORMATS.join(', ')}.`);
  return format;
}
