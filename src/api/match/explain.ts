/** Explanations of finished matches, computed on the first request and cached. */

import { refOf } from '~/contract/game-ref';
import type { Explained } from '~/contract/pack';
import { means } from '~/engine/means';
import { TookTooLong, TooManyWait } from '~/engine/threads';
import { packOf } from '~/games/packs';
import { rulesetWord } from '~/games/read-game';
import { usualGames } from '~/games/registry';
import { KeptPromises } from '~/lib/collections/kept-promises';
import { isSealed } from '~/store/match-record';
import { findMatch } from '../access/find-match';
import { LongTurns } from '../access/rate-limit';
import type { Context } from '../context';
import { Refusal } from '../errors';
import { takeTurn } from '../trpc';

/** Timeouts are kept too: they would take as long again. */
export class Explanations extends KeptPromises<Explained> {
  constructor(most = 32) {
    super(most, (fault) => fault instanceof TookTooLong);
  }
}

const cache = new Explanations();

/** Concurrent explanations for strangers. The game's thread queue is longer; the remaining places are for the operator. */
const AT_ONCE = 2;
const MOST_WAITING_IN_ALL = 32;
const MANY = 'Many matches are being explained at the moment. Try again in a few minutes.';

/** `mostWaiting`: per visitor. */
export function explainTurns(mostWaiting: number): LongTurns<Explained> {
  const mostWaitingInAll = Math.max(mostWaiting, MOST_WAITING_IN_ALL);
  const whenShareIsTaken = `You are already waiting for ${mostWaiting} explanations. Try again in 10 s.`;
  return new LongTurns({ atOnce: AT_ONCE, mostWaiting, mostWaitingInAll, whenShareIsTaken, whenFull: MANY });
}

/** A finished match hides nothing, so everyone who may see the match may see its explanation. */
export async function showExplanation(ctx: Context, id: string, signal?: AbortSignal): Promise<Explained> {
  const match = await findMatch(ctx, id);
  const { explain } = packOf(refOf(match));
  if (!explain)
    throw new Refusal('not_explained', `Matches of ${rulesetWord(match.game)} have no explanation; those of ${explainedGames()} have one.`);
  if (match.status !== 'finished') throw new Refusal('not_explained', 'A match has an explanation only when it has finished.');
  if (isSealed(match))
    throw new Refusal('not_explained', 'Other matches still use this match’s world. Its explanation appears when the tournament is over.');
  const work = () =>
    cache.of(match.id, async () => {
      const stored = await ctx.shared.services.store.read(match.id);
      const events = stored.map(({ event }) => event);
      const explained = await explain(events, means);
      if (!explained.ok) throw new Refusal('not_explained', explained.why);
      return explained.value;
    });
  const { shared, caller } = ctx;
  await countExplanation(ctx, match.id);
  const begun = caller.isOperator ? work() : cache.begun(match.id); // cached or running explanations need no slot
  return (begun ?? shared.explainTurns.inTurn({ visitor: caller.address, what: match.id, signal }, work)).catch((fault: unknown) => {
    if (fault instanceof TooManyWait) throw new Refusal('unavailable', MANY);
    if (fault instanceof TookTooLong)
      throw new Refusal('not_explained', 'This match is too large to explain: it took more than 3 minutes.');
    throw fault;
  });
}

/** Counts once per address and match, because a class may open the same match from one address. */
async function countExplanation({ shared, caller }: Context, id: string): Promise<void> {
  const isFirst = (await shared.explained.take(`${caller.address} ${id}`)) === null;
  await takeTurn(isFirst ? shared.explanations : shared.readings, caller.address);
}

function explainedGames(): string {
  const games = usualGames().filter(({ ref }) => packOf(ref).explain !== undefined);
  return new Intl.ListFormat('en').format(games.map(({ ref }) => rulesetWord(ref.key)));
}
