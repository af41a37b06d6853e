import type { OptionValue } from '~/contract/options';
import { standInFor } from '~/games/policies';
import type { MatchRecord } from '~/store/event-store';
import { gameOf } from '../load-match';
import { OPEN_SEAT } from '../open-match';
import type { TableRequest } from './open-table';

/** A match once more: the same game, settings and players, on whatever seed comes. Seats that somebody held are free for whoever comes. */
export function requestAgain(match: MatchRecord): TableRequest {
  const { task, judgeMode, pace, visibility, isPrivate, clock, delayTurns, guards } = match;
  const seats = Object.fromEntries(match.seats.map((card) => [card.seat, card.kind === 'script' ? card.policy : OPEN_SEAT]));
  return {
    game: match.game,
    version: match.version,
    task,
    judgeMode,
    policy: standInFor(match.game),
    seats,
    pace,
    visibility,
    isPrivate,
    delayTurns,
    ...(clock && { clockSeconds: clock.seconds }),
    ...(guards && { guards }),
    options: optionsOf(match),
  };
}

/** What its task was made of, where that was not left to the task. */
function optionsOf(match: MatchRecord): Readonly<Record<string, OptionValue>> {
  const config = match.config as Readonly<Record<string, OptionValue | undefined>>;
  const fields = gameOf(match).options(match.task);
  return Object.fromEntries(
    fields.flatMap(({ id }) => {
      const value = config[id];
      return value === undefined ? [] : [[id, value]];
    }),
  );
}
