/** Who is behind a seat's actions: its policy, its agent's own words, a changed version of them, or a replacement for the agent. */
import { type AgentTurn, repliesOf, type StageRequest, type StageRequests } from '~/agents/agent-turn';
import { STAGES, type Stage } from '~/contract/prompt-format';
import { isAgentRef } from '~/match/agent-service';
import type { EventStore } from '~/store/event-store';
import { isForPeople, playedBy, type SeatCard } from '~/store/match-types';
import type { EndedMatch } from './held-back';
import type { Step } from './steps';

/**
 * `own`: the agent's first reply. `repaired`: after errors were sent back. `guarded`: changed by a guard. `fallback`: a declared policy or
 * the safe action. `script`, `person`, `program`: the seat's own. `house`: a lab without a seat. `stem`: before the start of the branch, by
 * the original player. `unknown`: by an agent whose turn was not stored.
 */
export type ActionOrigin = 'own' | 'repaired' | 'guarded' | 'fallback' | 'script' | 'person' | 'program' | 'house' | 'stem' | 'unknown';

/** As counted by the backend, over all counted calls of the turn. `estimated`: partly Mandi's estimate. */
export interface StepTokens {
  calls: number;
  prompt: number;
  completion: number;
  estimated: boolean;
}

/** Token ids in the vocabulary of the model that answered, with log-probabilities. */
export type Written = NonNullable<AgentTurn['replies'][number]['written']>;

/** One request of a turn with separate requests for move and words, and its result. */
export interface StepStage {
  stage: Stage;
  prompt_version: string;
  /** As first sent. */
  messages: StageRequest['messages'];
  /** The answer that was used; null: none was usable. */
  reply: string | null;
  tokens: StepTokens | null;
  /** Tokens of that answer. */
  written: Written | null;
}

type Place = Pick<Step, 'seat' | 'turn' | 'at'>;

export class Actors {
  readonly #match: EndedMatch;
  readonly #turns: readonly AgentTurn[];
  /** Number of events that a branch shares with its origin. */
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

  /** The agent's turn for this step; null: no agent was asked, or it was not stored. */
  private turnOf({ seat, turn: now, at }: Place): AgentTurn | null {
    return at < this.#stem ? null : (this.#turns.find((one) => one.seat === seat && one.turn === now) ?? null);
  }

  /** The requests of this step during play. */
  requestsOf({ seat, turn: now }: Place): StageRequests {
    return this.#turns.find((one) => one.seat === seat && one.turn === now)?.requests ?? {};
  }

  tokensOf(place: Place): StepTokens | null {
    return countTokens(this.turnOf(place)?.replies ?? []);
  }

  /** Tokens of the call whose answer became the move; null if there is none or the backend does not report them. */
  writtenOf(place: Place): Written | null {
    const turn = this.turnOf(place);
    return turn === null || turn.origin === 'fallback' ? null : (repliesOf(turn, 'decide').at(-1)?.written ?? null);
  }

  /** Both requests, in order; null if there was one or none. */
  stagesOf(place: Place): StepStage[] | null {
    const turn = this.turnOf(place);
    return turn?.requests.write === undefined ? null : STAGES.flatMap((stage) => stageOf(turn, stage) ?? []);
  }

  /** The origin of a move's words if they were requested separately, otherwise of the move. */
  originOfWords(place: Place): ActionOrigin {
    const turn = this.turnOf(place);
    if (turn?.requests.write === undefined) return this.originOf(place);
    return repliesOf(turn, 'write').some(({ problem }) => problem !== null) ? 'repaired' : 'own';
  }

  originOf({ seat, turn: now, at }: Place): ActionOrigin {
    if (at < this.#stem) return 'stem';
    const turn = this.#turns.find((one) => one.seat === seat && one.turn === now);
    if (turn !== undefined) return turn.origin !== 'fallback' && turn.guards.length > 0 ? 'guarded' : turn.origin;
    const card = this.#match.seats.find((one) => one.seat === seat);
    return card === undefined ? 'house' : withoutTurn(card);
  }
}

function stageOf(turn: AgentTurn, stage: Stage): StepStage | null {
  const request = turn.requests[stage];
  if (request === undefined) return null;
  const replies = repliesOf(turn, stage);
  const used = replies.find(({ text, fault, problem }) => text !== null && fault === null && problem === null);
  return {
    stage,
    prompt_version: request.version,
    messages: request.messages,
    reply: used?.text ?? null,
    tokens: countTokens(replies),
    written: used?.written ?? null,
  };
}

function countTokens(replies: AgentTurn['replies']): StepTokens | null {
  const counted = replies.flatMap(({ tokens }) => tokens ?? []);
  if (counted.length === 0) return null;
  const sum = (of: 'prompt' | 'completion') => counted.reduce((all, one) => all + one[of], 0);
  return { calls: counted.length, prompt: sum('prompt'), completion: sum('completion'), estimated: counted.some(isEstimated) };
}

function isEstimated({ estimated }: NonNullable<AgentTurn['replies'][number]['tokens']>): boolean {
  return estimated === true;
}

function withoutTurn(card: SeatCard): ActionOrigin {
  if (card.kind === 'person' || card.kind === 'program') return card.kind;
  return isAgentRef(playedBy(card) ?? '') ? 'unknown' : 'script';
}

/** A branch of a finished match begins with its events; one with a redrawn world shares none. */
async function stemOf(store: EventStore, { origin, seed }: EndedMatch): Promise<number> {
  if (origin === null) return 0;
  return (await store.get(origin.matchId))?.seed === seed ? origin.seq : 0;
}
