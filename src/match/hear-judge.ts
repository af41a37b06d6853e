import type { GameEvent, Hearing } from '~/games/game';
import { playerOf } from '~/store/match-words';
import { askRules, type LoadedMatch } from './load-match';
import type { Services } from './services';

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
  const heard = { ...hearing, called: withPlayers(hearing.called, record.seats) };
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
function withPlayers(called: Hearing['called'], seats: LoadedMatch['record']['seats']): Hearing['called'] {
  return Object.fromEntries(
    Object.entries(called).map(([seat, names]) => {
      const card = seats.find((one) => one.seat === seat);
      return [seat, card && card.kind !== 'open' && card.kind !== 'script' ? [...names, playerOf(card)] : names];
    }),
  );
}
