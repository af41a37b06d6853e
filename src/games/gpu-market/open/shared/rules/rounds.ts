/** A round's life: closed when all turns are in, resolved phase by phase, delivered, settled; then the next one begins. */
import type { TakenAction } from '../actions';
import type { Proceedings } from '../proceedings';
import { refuse } from '../refusal';
import { labOf, type OpenState } from '../state';
import type { OpenResult, Pitch } from '../types';
import { openDraws, STREAMS, shuffle } from '../world';
import { endCoalition, endIfEmpty } from './coalitions';
import { deliverCapacity } from './energy';
import { closeOffer } from './offers';
import { turnGrants } from './pitches';
import { shrinkPledges } from './pledges';
import { settleDeposits, settleJobs } from './settlement';
import { strikeShocks } from './shocks';

const PHASES = [1, 2, 3, 4, 5, 6] as const;

/** The seats whose turn the round still needs. */
export function awaited(state: OpenState): string[] {
  if (state.finished) return [];
  return Object.values(state.labs)
    .filter((lab) => !lab.finished && state.turns[lab.lab_id] === undefined)
    .map((lab) => lab.lab_id);
}

/** Closes this round, and the rounds after it in which every seat has finished. */
export function closeRounds(book: Proceedings): void {
  do closeRound(book);
  while (!book.state.finished && awaited(book.state).length === 0);
}

function closeRound(book: Proceedings): void {
  const { laws } = book;
  const { turns } = book.state;
  const judge = laws.judgeOf(book.state);
  const order = drawOrder(book);
  const pitches = new Map<string, Pitch>();
  for (const labId of order) answerUnread(book, labId, turns[labId]);
  for (const phase of PHASES) {
    for (const labId of order) {
      for (const [index, { action }] of (turns[labId]?.actions ?? []).entries()) {
        if (action === null || laws.phaseOf(action) !== phase) continue;
        const result = laws.carryOut(book, labId, action);
        resolve(book, labId, { index, action, result });
        if (result.code === 'pitch_recorded') pitches.set(labId, { text: action.message ?? '', claims: action.claims ?? [] });
      }
    }
    if (phase === 3) judge(book, pitches);
    laws.afterPhase(book, phase);
  }
  deliverCapacity(book);
  settleJobs(book);
  shrinkPledges(book);
  laws.afterSettling(book);
  settleDeposits(book);
  if (book.state.round_index + 1 >= book.state.config.rounds) endMatch(book);
  else startRound(book);
}

/** Every seat's place in this round, from a stream that no move affects. */
function drawOrder(book: Proceedings): string[] {
  const { config, order_drawn, round_index, turns, labs } = book.state;
  const draws = openDraws(config, [STREAMS.order, 0], order_drawn);
  const order = shuffle(draws, config.labs).map((i) => `lab_${i}`);
  const silent = Object.keys(labs).filter((lab) => turns[lab] === undefined && labs[lab]?.finished !== true);
  book.record({ type: 'round_closed', round_index, order, silent, order_drawn: draws.drawn });
  return order;
}

/** Answers input that was not an action, and actions beyond the limit. */
function answerUnread(book: Proceedings, labId: string, turn: OpenState['turns'][string] | undefined): void {
  if (turn === undefined) return;
  for (const [index, { action, why }] of turn.actions.entries()) {
    if (action === null) resolve(book, labId, { index, action, result: refuse('malformed_action', why ?? undefined) });
  }
  if (turn.left_out === 0) return;
  for (const [extra, result] of book.laws.leftOut(turn.left_out).entries())
    resolve(book, labId, { index: turn.actions.length + extra, action: null, result });
}

function resolve(book: Proceedings, labId: string, answer: { index: number; action: TakenAction | null; result: OpenResult }): void {
  const { index, action, result } = answer;
  book.record({
    type: 'action_resolved',
    lab_id: labId,
    index,
    action_type: action?.action_type ?? null,
    result: book.laws.worded(result),
  });
}

function startRound(book: Proceedings): void {
  const round_index = book.state.round_index + 1;
  const { blocks, jobs, coalitions, config } = book.state;
  const left = (start: number, duration: number) => Math.min(start + duration, config.rounds) > round_index;
  book.record({
    type: 'round_started',
    round_index,
    spent_block_ids: Object.values(blocks)
      .filter((block) => ['available', 'reserved'].includes(block.status) && !left(block.start_round, block.duration))
      .map((block) => block.block_id),
    arrived: Object.values(jobs)
      .filter((job) => job.arrival_round === round_index)
      .map(({ lab_id, job_id }) => ({ lab_id, job_id })),
    uninvited: Object.values(coalitions)
      .filter((coalition) => coalition.status !== 'ended' && coalition.invited_through < round_index)
      .map(({ coalition_id, invited, members }) => ({ coalition_id, lab_ids: invited.filter((lab) => !members.includes(lab)) }))
      .filter(({ lab_ids }) => lab_ids.length > 0),
  });
  strikeShocks(book);
  turnGrants(book);
  shrinkPledges(book);
  book.laws.roundStarted(book, round_index);
  expireOffers(book, round_index);
  for (const coalition of Object.keys(book.state.coalitions)) endIfEmpty(book, coalition);
}

function expireOffers(book: Proceedings, round: number): void {
  for (const offer of Object.values(book.state.offers)) {
    if (offer.status === 'active' && offer.expires_round < round) closeOffer(book, offer, 'expired');
  }
}

function endMatch(book: Proceedings): void {
  for (const coalition of Object.values(book.state.coalitions)) {
    if (coalition.status !== 'ended') endCoalition(book, coalition, 'match_over');
  }
  expireOffers(book, book.state.config.rounds);
  book.laws.roundStarted(book, book.state.config.rounds);
  const profits = Object.keys(book.state.labs).map((id) => [id, labOf(book.state, id).budget_cents - labOf(book.state, id).start_cents]);
  book.record({
    type: 'match_ended',
    round_index: book.state.round_index,
    profits_cents: Object.fromEntries(profits) as Record<string, number>,
  });
}
