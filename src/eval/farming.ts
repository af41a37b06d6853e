/** Does a farmer gain by farming? The game provides farmers, bases and the measure; the matches are played here. */
import type { FarmResult, FarmTrial } from '~/contract/farming';
import type { AnyGame } from '~/contract/game';
import { means } from '~/engine/means';
import { playMatch } from '~/engine/memory-run';
import { packOf } from '~/games/packs';

/** All trials in one world. */
export async function farmWorld({ ref }: Pick<AnyGame, 'ref'>, config: unknown, trials: readonly FarmTrial[]): Promise<FarmResult[]> {
  const { farming } = packOf(ref);
  if (farming === undefined) throw new Error(`${ref.key} has no farmers to measure.`);
  return farming.measure(config, trials, {
    solve: means.solve,
    play: (game, played, playerOf) => playMatch(game, played, { playerOf }).events,
  });
}
