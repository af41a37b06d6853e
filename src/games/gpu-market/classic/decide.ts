/** (state, move) -> events: lab_0's step, the other labs' answer and the next round. */
import { unreachable } from '~/contract/game';
import type { MarketEvent } from '../events';
import type { Action } from '../types';
import { readAction } from './read-action';
import { allocateToJob, releaseCapacity, reserveCapacity } from './rules/capacity';
import { checkBreaches, commitToCoalition, formCoalition } from './rules/coalitions';
import { sendMessage } from './rules/messages';
import { acceptOffer, close, counterOffer, rejectOffer, sendOffer } from './rules/offers';
import { opponentsAct } from './rules/opponents';
import { makePitch } from './rules/pitches';
import { changeReputation } from './rules/reputation';
import { giveReward, settlementBonus } from './rules/rewards';
import { strikeShock } from './rules/shocks';
import { isSameAction } from './same-action';
import { type ClassicState, CONTROLLED, copyState } from './state';
import { type Answer, beginTurn, done, emit, refuse, type Turn, type TurnBesides } from './turn';

const NOTHING: TurnBesides = {};

/** The events of a move; none when the match is over. Does not change `state`. */
export function decide(state: ClassicState, move: unknown): MarketEvent[] {
  const events: MarketEvent[] = [];
  play(copyState(state), move, { log: events });
  return events;
}

/**
 * The same in place, for programs in memory: changes `state` and appends the events to the log if there is one. Does nothing when the match
 * is over.
 */
export function play(state: ClassicState, move: unknown, besides: TurnBesides = NOTHING): void {
  if (state.finished) return;
  const turn = beginTurn(state, besides);
  const answer = answerMove(turn, move);
  emit(turn, { type: 'action_resolved', lab_id: CONTROLLED, result: answer.result });
  giveReward(turn, answer);
  if (!answer.result.ok) changeReputation(turn, CONTROLLED, { delta: -0.03, why: 'refused' });
  if (answer.result.code === 'finished') endMatch(turn);
  else endRound(turn);
}

function answerMove(turn: Turn, move: unknown): Answer {
  const reading = readAction(move);
  if (!reading.ok) {
    emit(turn, { type: 'action_taken', lab_id: CONTROLLED, action: null, repeats: null });
    return refuse('malformed_action', reading.why);
  }
  emit(turn, { type: 'action_taken', lab_id: CONTROLLED, action: reading.value, repeats: repeatsOf(turn.state, reading.value) });
  return answerAction(turn, reading.value);
}

function repeatsOf(state: ClassicState, action: Action): number {
  const { action: before, times } = state.repeated;
  return before !== null && isSameAction(before, action) ? times + 1 : 1;
}

function answerAction(turn: Turn, action: Action): Answer {
  switch (action.action_type) {
    case 'send_offer':
      return sendOffer(turn, action);
    case 'accept_offer':
      return acceptOffer(turn, action);
    case 'reject_offer':
      return rejectOffer(turn, action);
    case 'counter_offer':
      return counterOffer(turn, action);
    case 'make_pitch':
    case 'counter_pitch':
      return makePitch(turn, action);
    case 'reserve_capacity':
      return reserveCapacity(turn, action);
    case 'release_capacity':
      return releaseCapacity(turn, action);
    case 'form_coalition':
      return formCoalition(turn, action);
    case 'commit_to_coalition':
      return commitToCoalition(turn, action);
    case 'allocate_to_job':
      return allocateToJob(turn, action);
    case 'send_message':
      return sendMessage(turn, action);
    case 'wait':
      return done('waited', 'Nothing was done.');
    case 'finish':
      return done('finished', 'The match is ended.', settlementBonus(turn.state));
    default:
      return unreachable(action.action_type);
  }
}

function endRound(turn: Turn): void {
  opponentsAct(turn);
  emit(turn, { type: 'round_started', round_index: turn.state.round_index + 1, draws: turn.draws.drawn });
  expireOffers(turn);
  strikeShock(turn);
  checkBreaches(turn);
  if (turn.state.round_index >= turn.state.max_rounds) {
    giveReward(turn, done('final_settlement', 'The market has closed; this is the final settlement.', settlementBonus(turn.state)));
    endMatch(turn);
  }
}

function expireOffers(turn: Turn): void {
  const { offers, round_index } = turn.state;
  for (const offer of offers) if (offer.status === 'active' && offer.expires_round < round_index) close(turn, offer, 'expired');
}

function endMatch(turn: Turn): void {
  emit(turn, { type: 'match_ended', round_index: turn.state.round_index, draws: turn.draws.drawn });
}
