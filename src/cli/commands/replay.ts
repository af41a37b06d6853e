import { type Command, InvalidArgumentError } from 'commander';
import { newCommand } from '../new-command';
import { print } from '../output';

export function replayCommand(): Command {
  return newCommand('replay', 'Folds a stored match again from its events, prints it, and checks the outcome against the stored one.', [
    'replay 9cw2urwtm3nj',
    'replay 9cw2urwtm3nj --at 12',
  ])
    .argument('<match>', 'its id (npx mandi matches), or the beginning of it')
    .option('--at <seq>', 'only up to this event, and how the market stood then', readSequence)
    .action(async (id: string, flags: { at?: number }) => {
      const [{ withDatabase }, { replayText }] = await Promise.all([import('../database-services'), import('../replay-text')]);
      await print(await withDatabase(({ services }) => replayText(services.store, id, flags.at)));
    });
}

function readSequence(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('The number of an event, from 1.');
  return Number(text);
}
