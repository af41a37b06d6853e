/** Explanations of finished matches: worked out when somebody first asks, kept for the next. */

import { canExplain, explainMatch } from '~/explain/explain-match';
import type { Explanation } from '~/explain/explanation';
import { Explanations } from '~/explain/explanations';
import { rulesetWord } from '~/games/read-game';
import { TookTooLong, TooManyWait } from '~/lib/threads/threads';
import { gameOf } from '~/match/load-match';
import type { Context } from './context';
import { Refusal } from './errors';
import { findMatch } from './find-match';

const shelf = new Explanations();

/** A finished match hides nothing any more, so everybody who may know of it may know why it ended as it did. */
export async function showExplanation(ctx: Context, id: string): Promise<Explanation> {
  const match = await findMatch(ctx, id);
  const game = gameOf(match);
  if (!canExplain(game)) throw new Refusal('not_explained', `Matches of ${rulesetWord(match.game)} are not explained; those of open are.`);
  if (match.status !== 'finished') throw new Refusal('not_explained', 'A match is explained once it has been played to its end.');
  if (match.season?.sealed)
    throw new Refusal('not_explained', 'Its world is still played by others: it is explained once the tournament is over.');
  const explained = shelf.of(match.id, async () => {
    const stored = await ctx.desk.services.store.read(match.id);
    if (stored[0]?.event.type !== 'match_opened')
      throw new Refusal('not_explained', 'A branch of a match that ran is not explained: nobody knows what its first rounds were.');
    return explainMatch(
      game,
      stored.map(({ event }) => event),
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
