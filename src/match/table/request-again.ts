import type { OptionValue } from '~/contract/options';
import { standInFor } from '~/games/policies';
import type { MatchRecord } from '~/store/event-store';
import { gameOf } from '../load-match';
import { OPEN_SEAT } from '../open-match';
import type { TableRequest } from './open-table';

/** A request for the same match on another seed: same game, settings and players. Seats that people held are open. */
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

/** Its task's options, unless they are the defaults. */
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
