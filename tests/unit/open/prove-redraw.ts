/** What a market redrawn for a seat keeps and what it may not know, over as many matches as a tier has time for. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Chooser, playMatch } from '~/engine/memory-run';
import { house } from '~/games/gpu-market/open/players/policies';
import { copyState } from '~/games/gpu-market/open/shared/copy';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { observe } from '~/games/gpu-market/open/shared/observe';
import { redraw } from '~/games/gpu-market/open/shared/redraw';
import { escrowCents, type OpenState } from '~/games/gpu-market/open/shared/state';
import { decide, lapse } from '~/games/gpu-market/open/v1/decide';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import type { Amount } from './prove';
import { scrambled } from './scrambled';
import { anyMatch, type configOf, wildPlayer } from './wild-play';

/** The market as it stood when each round began to wait for turns. */
export function beginnings(config: ReturnType<typeof configOf>, player: (seat: string) => Chooser<OpenObservation>): OpenState[] {
  const states: OpenState[] = [];
  playMatch(openMarket, config, {
    playerOf: player,
    watch: ({ state }) => {
      if (!state.finished) states.push(copyState(state));
    },
  });
  return states;
}

/** What else two markets that look alike to a seat may differ in. */
function alsoOther(state: OpenState, seat: string): OpenState {
  const other = scrambled(state, seat);
  for (const lab of Object.values(other.labs)) if (lab.lab_id !== seat) lab.start_cents += 777;
  other.ledger = { ...other.ledger, settled_cents: 1, energy_cents: 2 };
  other.receipts = { lab_1: { key: 'secret', round_index: 0 } };
  for (const block of Object.values(other.blocks)) {
    if (block.allocation_number !== null) block.allocation_number += 5;
    const job = state.jobs[block.allocated_to_job_id ?? ''];
    if (block.owner_lab_id === seat || job === undefined || job.lab_id === seat) continue;
    if (job.shares?.some((share) => share.lab_id === seat) === true) continue;
    Object.assign(block, { allocated_round: 0, energy_paid_cents: 1, allocation_number: 1000 - (block.allocation_number ?? 0) });
    const hidden = other.jobs[job.job_id];
    if (hidden !== undefined) Object.assign(hidden, { energy_paid_cents: 3, paid_cents: 4 });
  }
  for (const offer of Object.values(other.offers)) {
    if (offer.to_lab_id === null || [offer.to_lab_id, offer.from_lab_id].includes(seat)) continue;
    Object.assign(offer, { status: 'rejected', conditions: null, linked_offer_id: 'o_1', expires_round: 1 });
  }
  for (const coalition of Object.values(other.coalitions)) {
    if (coalition.members.includes(seat)) continue;
    for (const pledge of Object.values(coalition.pledges)) pledge.job_ids = [];
  }
  return other;
}

function books(state: OpenState): number {
  const labs = Object.values(state.labs);
  const there = labs.reduce((sum, lab) => sum + lab.budget_cents - lab.start_cents + escrowCents(state, lab.lab_id), 0);
  return there - (state.ledger.settled_cents - state.ledger.energy_cents - state.ledger.operator_cents);
}

/** An observation without what is a matter of bands: those of a redrawn market agree where a draw was found. */
function seen(state: OpenState, seat: string) {
  const { visible_labs, public_market, ...rest } = observe(state, seat);
  const labs = visible_labs.map((lab) => ({ ...lab, public_demand: null }));
  return { ...rest, labs, market: { ...public_market, market_pressure: null } };
}

export function proveRedraw({ seed, matches, minutes }: Amount): void {
  it(`is the same for two markets that differ only in what the seat cannot see: ${matches} matches`, { timeout: minutes * 60_000 }, () => {
    fc.assert(
      fc.property(anyMatch, fc.nat(), ({ config, players }, pick) => {
        const states = beginnings(config, (seat) => wildPlayer(players, seat));
        const state = states[pick % states.length];
        if (state === undefined) return;
        const seat = `lab_${pick % config.labs}`;
        expect(redraw(alsoOther(state, seat), seat, 5)).toEqual(redraw(state, seat, 5));
      }),
      { numRuns: matches, seed },
    );
  });

  it(`looks to that seat as it did, and plays on to its end with its books in order: ${matches} matches`, {
    timeout: minutes * 60_000,
  }, () => {
    let demands = 0;
    let alike = 0;
    fc.assert(
      fc.property(anyMatch, fc.nat(), ({ config, players }, pick) => {
        const states = beginnings(config, (seat) => (pick % 2 === 0 ? wildPlayer(players, seat) : house.choose));
        const state = states[pick % states.length];
        if (state === undefined) return;
        const seat = `lab_${pick % config.labs}`;
        const drawn = redraw(state, seat, pick);
        expect(seen(drawn, seat)).toEqual(seen(state, seat));
        const [before, after] = [observe(state, seat), observe(drawn, seat)];
        for (const [place, lab] of before.visible_labs.entries()) {
          demands += 1;
          if (after.visible_labs[place]?.public_demand === lab.public_demand) alike += 1;
        }
        expect(books(drawn)).toBe(0);
        const end = playedOut(drawn, players);
        expect(end.finished).toBe(true);
        expect(books(end)).toBe(0);
        for (const lab of Object.values(end.labs)) expect(lab.budget_cents).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: matches, seed },
    );
    expect(alike / demands).toBeGreaterThan(0.9);
  });
}

function playedOut(from: OpenState, players: number): OpenState {
  let state = copyState(from);
  const wild = new Map(Object.keys(state.labs).map((seat) => [seat, wildPlayer(players + 1, seat)]));
  while (!state.finished) {
    const round = state.round_index;
    for (const [seat, choose] of wild) {
      for (const event of decide(state, seat, choose(observe(state, seat)))) state = evolve(state, event);
      if (state.round_index !== round || state.finished) break;
    }
    if (state.round_index === round && !state.finished) for (const event of lapse(state)) state = evolve(state, event);
  }
  return state;
}
