/** Who is behind a seat's actions: its policy, its agent's own words, what was made of them, or what was played in the agent's place. */
import type { AgentTurn } from '~/agents/agent-turn';
import { isAgentRef } from '~/match/agent-desk';
import type { EventStore } from '~/store/event-store';
import { isForPeople, playedBy, type SeatCard } from '~/store/match-words';
import type { EndedMatch } from './held-back';
import type { Step } from './steps';

/**
 * `own`: the agent's first reply as it was. `repaired`: after its errors were sent back. `guarded`: a hard limit changed it. `fallback`: a
 * declared policy's, or the safe action. `script`, `person`, `program`: the seat's own. `house`: a lab without a seat. `stem`: before the
 * branch that the match is, by whoever sat there then. `unknown`: of an agent whose turn was not kept.
 */
export type ActionOrigin = 'own' | 'repaired' | 'guarded' | 'fallback' | 'script' | 'person' | 'program' | 'house' | 'stem' | 'unknown';

/** As the backend counted them, over all calls of the turn that it counted. `estimated`: some of it is Mandi's estimate. */
export interface StepTokens {
  calls: number;
  prompt: number;
  completion: number;
  estimated: boolean;
}

/** Ids of tokens in the vocabulary of the model that answered, with the log-probability of each. */
export type Written = NonNullable<AgentTurn['replies'][number]['written']>;

export class Actors {
  readonly #match: EndedMatch;
  readonly #turns: readonly AgentTurn[];
  /** Events that a branch has from the match it grew from. */
  readonly #stem: number;

  private constructor(match: EndedMatch, turns: readonly AgentTurn[], stem: number) {
    this.#match = match;
    this.#turns = turns;
    this.#stem = stem;
  }

  static async of(store: EventStore, match: EndedMatch): Promise<Actors> {
    const hasAgents = match.seats.some((card) => isForPeople(card) || isAgentRef(playedBy(card) ?? ''));
    return new Actors(match, hasAgents ? await store.agents.turnsOf(match.id) : [], await stemOf(store, match));
  }

  turnsOf(seat: string): AgentTurn[] {
    return this.#turns.filter((turn) => turn.seat === seat);
  }

  tokensOf({ seat, turn: now, at }: Pick<Step, 'seat' | 'turn' | 'at'>): StepTokens | null {
    const turn = at < this.#stem ? undefined : this.#turns.find((one) => one.seat === seat && one.turn === now);
    const counted = (turn?.replies ?? []).flatMap(({ tokens }) => tokens ?? []);
    if (counted.length === 0) return null;
    const sum = (of: 'prompt' | 'completion') => counted.reduce((all, one) => all + one[of], 0);
    const estimated = counted.some((one) => one.estimated === true);
    return { calls: counted.length, prompt: sum('prompt'), completion: sum('completion'), estimated };
  }

  /** Of the call whose answer became the move; null: there is none, or its backend does not tell. */
  writtenOf({ seat, turn: now, at }: Pick<Step, 'seat' | 'turn' | 'at'>): Written | null {
    const turn = at < this.#stem ? undefined : this.#turns.find((one) => one.seat === seat && one.turn === now);
    return turn === undefined || turn.origin === 'fallback' ? null : (turn.replies.at(-1)?.written ?? null);
  }

  originOf({ seat, turn: now, at }: Pick<Step, 'seat' | 'turn' | 'at'>): ActionOrigin {
    if (at < this.#stem) return 'stem';
    const turn = this.#turns.find((one) => one.seat === seat && one.turn === now);
    if (turn !== undefined) return turn.origin !== 'fallback' && turn.guards.length > 0 ? 'guarded' : turn.origin;
    const card = this.#match.seats.find((one) => one.seat === seat);
    return card === undefined ? 'house' : withoutTurn(card);
  }
}

function withoutTurn(card: SeatCard): ActionOrigin {
  if (card.kind === 'person' || card.kind === 'program') return card.kind;
  return isAgentRef(playedBy(card) ?? '') ? 'unknown' : 'script';
}

/** A branch of a finished match begins with its very events; one whose world was drawn anew has none of them. */
async function stemOf(store: EventStore, { origin, seed }: EndedMatch): Promise<number> {
  if (origin === null) return 0;
  return (await store.get(origin.matchId))?.seed === seed ? origin.seq : 0;
}
