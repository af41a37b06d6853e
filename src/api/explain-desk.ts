/** Explanations of finished matches: worked out when somebody first asks, kept for the next. */

import { means } from '~/engine/means';
import { TookTooLong, TooManyWait } from '~/engine/threads';
import { canExplain, explainMatch } from '~/games/gpu-market/open/explain/explain-match';
import type { Explanation } from '~/games/gpu-market/open/explain/explanation';
import { rulesetWord } from '~/games/read-game';
import { gameOf } from '~/match/load-match';
import { isSealed } from '~/store/match-record';
import type { Context } from './context';
import { Refusal } from './errors';
import { Explanations } from './explanations';
import { findMatch } from './find-match';

const shelf = new Explanations();

/** A finished match hides nothing any more, so everybody who may know of it may know why it ended as it did. */
export async function showExplanation(ctx: Context, id: string): Promise<Explanation> {
  const match = await findMatch(ctx, id);
  const game = gameOf(match);
  if (!canExplain(game)) throw new Refusal('not_explained', `Matches of ${rulesetWord(match.game)} are not explained; those of open are.`);
  if (match.status !== 'finished') throw new Refusal('not_explained', 'A match is explained once it has been played to its end.');
  if (isSealed(match))
    throw new Refusal('not_explained', 'Its world is still played by others: it is explained once the tournament is over.');
  const explained = shelf.of(match.id, async () => {
    const stored = await ctx.desk.services.store.read(match.id);
    if (stored[0]?.event.type !== 'match_opened')
      throw new Refusal('not_explained', 'A branch of a match that ran is not explained: nobody knows what its first rounds were.');
    return explainMatch(
      game,
      stored.map(({ event }) => event),
      means,
    );
  });
  return explained.catch((fault: unknown) => {
    if (fault instanceof TooManyWait)
      throw new Refusal('unavailable', 'Many matches are being explained at the moment. Try again in a few minutes.');
    if (fault instanceof TookTooLong)
      throw new Refusal('not_explained', 'This match is too large to be explained here: it took more than 3 minutes.');
    throw fault;
  });
}
