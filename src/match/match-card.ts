import { keyParts } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { findGame } from '~/games/registry';
import { sightOf } from '~/live/frames';
import { isShownLate } from '~/live/match-state';
import type { MatchCard } from '~/live/protocol';
import type { MatchRecord } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import { isForPeople, type SeatCard, type ShownSeat } from '~/store/match-types';
import { isAgentRef } from './agent-service';

export function isOver(match: Pick<MatchRecord, 'status'>): boolean {
  return !isLive(match);
}

type Shown = Pick<MatchRecord, 'status' | 'visibility' | 'delayTurns'> & Partial<Pick<MatchRecord, 'season' | 'series'>>;

/** True if nothing of the match is private: it was open from the start, or it has ended, and watchers are not behind. */
export function isUnsealed(match: Shown): boolean {
  return sightOf(match) === 'all' && !isShownLate(match);
}

/** A reference such as `name@version` is a model or a program, not a script. */
function shownSeat(card: SeatCard): ShownSeat {
  return card.kind === 'script' && isAgentRef(card.policy) ? { ...card, kind: 'agent' } : card;
}

/** What anyone may know of a match. For a running public match, and for one that is shown with a delay, seed and scores are hidden. */
export function matchCard(match: MatchRecord): MatchCard {
  const unsealed = isUnsealed(match);
  const { family, ruleset } = keyParts(match.game);
  return {
    id: match.id,
    key: match.game,
    game: family,
    ruleset,
    version: match.version,
    task: match.task,
    seed: unsealed ? match.seed : null,
    judgeMode: match.judgeMode,
    seats: match.seats.map(shownSeat),
    visibility: match.visibility,
    pace: match.pace,
    status: match.status,
    head: match.head,
    round: match.round,
    turn: match.turn,
    rounds: match.rounds,
    scores: unsealed ? match.scores : null,
    createdAt: match.createdAt.toISOString(),
    finishedAt: match.finishedAt?.toISOString() ?? null,
    showcase: match.showcase,
    hosted: match.hosted,
    isPrivate: match.isPrivate,
    clock: clockOf(match),
    delayTurns: match.delayTurns,
    delayRounds: match.delayTurns,
    guards: guardsOf(match),
    rated: match.rated,
    origin: match.origin,
    ...(match.series && { series: { id: match.series.id, place: match.series.place } }),
    missed: match.missed,
    silent: match.missed?.seats ?? [],
    fault: match.fault,
  };
}

/** For a game that this code does not have, the requested mode. */
function guardsOf({ game, version, guards }: MatchRecord): MatchCard['guards'] {
  const rules = findGame(game, version);
  if (rules === null) return guards;
  const own = packOf(rules.ref);
  return own.guards === undefined || own.guards.length === 0 ? null : (guards ?? own.guardMode ?? 'off');
}

/** null if only policies play, because then no round waits for anyone. */
function clockOf({ clock, seats }: MatchRecord): MatchCard['clock'] {
  return clock && seats.some(isForPeople) ? { ...clock, deadline: clock.deadline?.toISOString() ?? null } : null;
}
