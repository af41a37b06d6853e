import type { GameEvent, Hearing } from '~/contract/game';
import { askRules, type LoadedMatch } from './load-match';
import type { Services } from './services';
import { namesAtTable } from './table/seat-players';

interface Closing {
  events: readonly GameEvent[];
  state: unknown;
}

/** What is about to be kept, as it is with the judge's answer where one is to be heard; else as it was. */
export async function hearJudge(services: Services, { game, state, record }: LoadedMatch, closing: Closing): Promise<Closing> {
  const { rejudge } = game;
  const hearing = askRules(game, () => game.hearing?.(state, closing.events));
  if (!hearing || !rejudge || !services.hearPitches) return closing;
  const purse = await services.purse?.();
  if (purse?.empty) return closing;
  const account = { match: record.id, ...(purse && { tournament: purse.tournament }) };
  const heard = { ...hearing, called: withNames(hearing.called, await namesAtTable(services, record)) };
  const judgement = await services.hearPitches(heard, account, judgeLimitMs(record));
  return askRules(game, () => {
    const events = rejudge.call(game, state, closing.events, judgement);
    return { events, state: events.reduce<unknown>((so, event) => game.evolve(so, event), game.copy(state)) };
  });
}

/** A round lasts so much longer than its clock at most, however slow its judge is. */
const JUDGE_PART_OF_THE_CLOCK = 0.5;

/** What a round's clock leaves its judge, counted from when everybody has spoken; without a clock nobody is kept waiting. */
export function judgeLimitMs({ clock }: Pick<LoadedMatch['record'], 'clock'>): number | undefined {
  return clock === null ? undefined : clock.seconds * 1000 * JUDGE_PART_OF_THE_CLOCK;
}

/** What players are called as well: a pitch is read without either. */
function withNames(called: Hearing['called'], names: Record<string, string[]>): Hearing['called'] {
  return Object.fromEntries(Object.entries(called).map(([seat, own]) => [seat, [...own, ...(names[seat] ?? [])]]));
}
