/** Shocks: drawn at the opening or triggered by the organizer, applied to the market as it is then. */
import { z } from 'zod';
import type { Reading } from '~/contract/game';
import { round as roundNumber } from '~/lib/numbers';
import type { ShockScheduled } from '../events';
import { freshBlock } from '../evolve-round';
import type { Proceedings } from '../proceedings';
import type { OpenState } from '../state';
import { OPEN_SHOCK_KINDS, OPERATOR, type OpenOffer, type OpenShockKind, type PlannedShock } from '../types';
import { drawShock, openDraws, STREAMS } from '../world';
import { shrinkPledges } from './pledges';

const SPIKE = 1.25;
const DEGRADATION = 0.12;
const LEAST_RELIABILITY = 0.5;

/** The shocks due in the round that begins. */
export function strikeShocks(book: Proceedings): void {
  for (const shock of book.state.shocks) {
    if (shock.round_index !== book.state.round_index) continue;
    book.record({
      type: 'shock_struck',
      shock,
      text: textOf(shock),
      energy_factor: shock.kind === 'energy_spike' ? book.state.energy_factor * SPIKE : book.state.energy_factor,
      reliabilities: shock.kind === 'reliability_degradation' ? degraded(book.state) : {},
      spot_blocks: shock.blocks.map(({ block }) => freshBlock(block, { owner: OPERATOR, origin: 'spot', release: shock.round_index })),
    });
    for (const { block, price_cents } of shock.blocks) offerSpot(book, block.block_id, price_cents);
    if (shock.block_id !== null) shrinkPledges(book);
  }
}

const request = z.object({ kind: z.enum(OPEN_SHOCK_KINDS), round_index: z.int().optional() });

/** What an organizer asks for: `{ kind, round_index }`. No round, or a past one: the next round. */
export function readShock(state: OpenState, asked: unknown): Reading<ShockScheduled[]> {
  const read = request.safeParse(asked);
  if (!read.success) return { ok: false, why: `A shock is one of ${OPEN_SHOCK_KINDS.join(', ')}, in a round to come.` };
  const scheduled = scheduleShock(state, read.data.kind, read.data.round_index);
  return scheduled === null ? { ok: false, why: 'No round is left for a shock.' } : { ok: true, value: [scheduled] };
}

/** The organizer's shock: drawn from its own stream, applied at the start of a later round; null where there is none. */
export function scheduleShock(state: OpenState, kind: OpenShockKind, round = 0): ShockScheduled | null {
  const round_index = Math.max(state.round_index + 1, round);
  if (state.finished || round_index >= state.config.rounds) return null;
  const number = state.live_shocks + 1;
  const first = Object.values(state.blocks).filter((block) => block.origin === 'first');
  const spots = state.shocks.reduce((sum, shock) => sum + shock.blocks.length, 0);
  const { rounds, labs } = state.config;
  const draws = openDraws(state.config, [STREAMS.shocks, number]);
  const shock = drawShock(draws, { kind, round_index, rounds, labs, first, spots, suffix: `_live_${number}`, live: true });
  return { type: 'shock_scheduled', shock };
}

function degraded(state: OpenState): Record<string, number> {
  const worse = (reliability: number) => roundNumber(Math.max(LEAST_RELIABILITY, reliability - DEGRADATION), 2);
  return Object.fromEntries(Object.values(state.blocks).map((block) => [block.block_id, worse(block.reliability)]));
}

function offerSpot(book: Proceedings, blockId: string, price: number): void {
  const { state } = book;
  const offer: OpenOffer = {
    offer_id: `o_${Object.keys(state.offers).length + 1}`,
    from_lab_id: OPERATOR,
    to_lab_id: null,
    round_created: state.round_index,
    expires_round: state.config.rounds - 1,
    offered_blocks: [blockId],
    requested_blocks: [],
    payment_cents: 0,
    requested_payment_cents: price,
    message: '',
    conditions: null,
    status: 'active',
    linked_offer_id: null,
    accepted_by: null,
  };
  book.record({ type: 'offer_made', offer });
}

function textOf(shock: PlannedShock): string {
  switch (shock.kind) {
    case 'capacity_failure':
      return shock.block_id === null ? 'a failure hit no block' : `block ${shock.block_id} failed`;
    case 'energy_spike':
      return 'energy costs a quarter more';
    case 'demand_surge':
      return 'an urgent demand surge brought every lab a job';
    case 'reliability_degradation':
      return 'reliability fell across all capacity';
    case 'supply_release':
      return `the operator offers ${shock.blocks.length} spare blocks`;
  }
}
