import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { ReplacedMove } from '~/engine/replace-move';
import { UsageError } from '../exits';
import { newCommand } from '../new-command';
import { print } from '../output';

export function replayCommand(): Command {
  return newCommand('replay', 'Plays a stored match again from its events, prints it, and compares the outcome with the stored one.', [
    'replay 9cw2urwtm3nj',
    'replay 9cw2urwtm3nj --at 12',
    `replay 9cw2urwtm3nj --replace '{"turn":2,"seat":"lab_1","move":{"actions":[]}}'`,
  ])
    .argument('<match>', 'its id (npx mandi matches), or the first characters of it')
    .option('--at <seq>', 'stop at this event and show the market', readSequence)
    .option('--replace <json>', 'replace one move (turn, seat, move) and let policies play on', readReplaced)
    .option('--save', 'with --replace: keep it in the database as a branch of the match')
    .action(async (id: string, flags: { at?: number; replace?: ReplacedMove; save?: boolean }) => {
      if (flags.replace && flags.at !== undefined) throw new UsageError('choose one of --at and --replace');
      if (flags.save && !flags.replace) throw new UsageError('--save needs --replace');
      const { withDatabase } = await import('../database-services');
      const { replace, save = false } = flags;
      if (replace) {
        const { whatIfText } = await import('../what-if-text');
        return print(await withDatabase(({ services }) => whatIfText(services, id, { replaced: replace, save })));
      }
      const { replayText } = await import('../replay-text');
      await print(await withDatabase(({ services }) => replayText(services.store, id, flags.at)));
    });
}

const replacedShape = z.strictObject({ turn: z.int().min(0), seat: z.string().min(1), move: z.json() });

function readReplaced(text: string): ReplacedMove {
  const example = `{"turn":2,"seat":"lab_1","move":{"actions":[]}}`;
  try {
    return replacedShape.parse(JSON.parse(text));
  } catch {
    throw new InvalidArgumentError(`JSON with turn, seat and move, such as ${example}`);
  }
}

function readSequence(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('The number of an event, from 1.');
  return Number(text);
}
