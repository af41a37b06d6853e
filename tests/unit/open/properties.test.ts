import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyState } from '~/games/gpu-market/open/copy';
import { decide } from '~/games/gpu-market/open/decide';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { evolve } from '~/games/gpu-market/open/evolve';
import { observe } from '~/games/gpu-market/open/observe';
import { openMarket } from '~/games/gpu-market/open/open';
import { escrowCents, type OpenState } from '~/games/gpu-market/open/state';
import { playOpen } from '~/policies/open/play-open';
import { anyMatch, wildPlayer } from './wild-play';

const MATCHES = 300;

function fold(events: readonly OpenEvent[], check: (state: OpenState, event: OpenEvent) => void): void {
  let state: OpenState | null = null;
  for (const event of events) {
    state = evolve(state, event);
    check(state, event);
  }
}

/** Money that is there, against what came in and went out. */
function imbalance(state: OpenState): number {
  const labs = Object.values(state.labs);
  const there = labs.reduce((sum, lab) => sum + lab.budget_cents + escrowCents(state, lab.lab_id), 0);
  const start = labs.reduce((sum, lab) => sum + lab.start_cents, 0);
  const { settled_cents, energy_cents, operator_cents } = state.ledger;
  return there - (start + settled_cents - energy_cents - operator_cents);
}

/** Blocks whose owner, place in a list and job do not agree. */
function misplaced(state: OpenState): string[] {
  const jobs = Object.values(state.jobs);
  const labs = Object.values(state.labs);
  return Object.values(state.blocks)
    .filter((block) => {
      const listed = labs.filter((lab) => lab.block_ids.includes(block.block_id)).map((lab) => lab.lab_id);
      const owned = block.owner_lab_id === 'operator' ? [] : [block.owner_lab_id];
      const used = jobs.filter((job) => job.allocated_block_ids.includes(block.block_id)).map((job) => job.job_id);
      const works = block.allocated_to_job_id === null ? [] : [block.allocated_to_job_id];
      const pledges = Object.values(state.coalitions).flatMap((one) =>
        Object.values(one.pledges).filter((pledge) => pledge.block_ids.includes(block.block_id)),
      );
      const pledged = block.pledged_to === null ? 0 : 1;
      return (
        String(listed) !== String(owned) ||
        String(used) !== String(works) ||
        pledges.length !== pledged ||
        (pledged === 1 && works.length === 1)
      );
    })
    .map((block) => block.block_id);
}

describe('over random play', () => {
  it('money is conserved, nobody owes, every block has one owner and at most one job', { timeout: 60_000 }, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyMatch, ({ config, players }) => {
        const { events } = playOpen(config, (seat) => wildPlayer(players, seat));
        fold(events, (state, event) => {
          seen.add(event.type);
          for (const lab of Object.values(state.labs)) {
            if (lab.budget_cents < 0 || !Number.isInteger(lab.budget_cents))
              throw new Error(`${lab.lab_id} has ${lab.budget_cents} after ${event.type}`);
          }
          if (imbalance(state) !== 0) throw new Error(`${imbalance(state)} cents came from nowhere with ${event.type}`);
          if (event.type === 'round_started' || event.type === 'match_ended') expect(misplaced(state)).toEqual([]);
        });
      }),
      { numRuns: MATCHES },
    );
    // Play that never gets to a deal or a joint plan would prove little.
    for (const type of [
      'offer_accepted',
      'plan_executed',
      'job_settled',
      'deposit_settled',
      'coalition_left',
      'grant_given',
      'pledge_shrunk',
    ] as const) {
      expect([...seen]).toContain(type);
    }
  });

  it('the same turns give the same events, byte for byte, and events alone give the same state', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyMatch, ({ config, players }) => {
        const { events, state } = playOpen(config, (seat) => wildPlayer(players, seat));
        const again = playOpen(config, (seat) => wildPlayer(players, seat));
        expect(JSON.stringify(again.events)).toBe(JSON.stringify(events));
        let replayed: OpenState | null = null;
        for (const event of JSON.parse(JSON.stringify(events)) as OpenEvent[]) replayed = evolve(replayed, event);
        expect(JSON.stringify(replayed)).toBe(JSON.stringify(state));
      }),
      { numRuns: 30 },
    );
  });

  it('deciding leaves the state as it was, and a copy shares nothing that changes', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyMatch, ({ config, players }) => {
        playOpen(
          config,
          (seat) => wildPlayer(players, seat),
          ({ state }) => {
            const before = JSON.stringify(state);
            const copy = copyState(state);
            for (const event of openMarket.lapse(state)) evolve(copy, event);
            expect(JSON.stringify(state)).toBe(before);
          },
        );
      }),
      { numRuns: 30 },
    );
  });

  it('what others keep to themselves changes nothing that a seat or the public sees', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyMatch, ({ config, players }) => {
        playOpen(
          config,
          (seat) => wildPlayer(players, seat),
          ({ state }) => {
            const other = scrambled(state);
            expect(JSON.stringify(observe(other, 'lab_0'))).toBe(JSON.stringify(observe(state, 'lab_0')));
            for (const viewer of [{ kind: 'public' }, { kind: 'seat', seat: 'lab_0' }] as const) {
              expect(JSON.stringify(openMarket.view(other, viewer))).toBe(JSON.stringify(openMarket.view(state, viewer)));
            }
          },
        );
      }),
      { numRuns: 30 },
    );
  });

  it('no event, as the public or another seat gets it, tells the seed, the future or another’s jobs', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyMatch, ({ config, players }) => {
        const secret = { ...config, seed: 33_333_333_333 };
        const { events } = playOpen(secret, (seat) => wildPlayer(players, seat));
        let state: OpenState | null = null;
        for (const event of events) {
          for (const viewer of [{ kind: 'public' }, { kind: 'seat', seat: 'lab_0' }] as const) {
            const before = state ?? evolve(null, event);
            const text = JSON.stringify(openMarket.publish(event, viewer, before));
            expect(text).not.toContain('33333333333');
            if (viewer.kind === 'public') {
              expect(text).not.toMatch(/"budget_cents"|"jobs":\[\{|"reserve(_cents)?":/);
              const own =
                (event.type === 'offer_accepted' && !event.open) || (event.type === 'offer_made' && event.offer.to_lab_id !== null);
              if (own) expect(text).not.toMatch(/payment_cents/);
            }
            if (event.type === 'match_opened') expect(text).not.toMatch(/shocks":\[|grants|"job_id":"j_1_/);
          }
          state = evolve(state, event);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('a move from the list of legal ones is refused only for what nobody could see', { timeout: 60_000 }, () => {
    /** The other side's money; what a plan would make; the fields of a free condition. */
    const unseen = [
      'budget_overspend',
      'insufficient_capacity',
      'idle_block',
      'below_reserve',
      'empty_offer',
      'empty_block_list',
      'unpledged_job',
    ];
    fc.assert(
      fc.property(anyMatch, ({ config, players }) => {
        playOpen(
          config,
          (seat) => wildPlayer(players, seat),
          ({ state }) => {
            if (state.finished || !openMarket.toAct(state).includes('lab_0')) return;
            const [wild] = [wildPlayer(players + 1, 'lab_0')(observe(state, 'lab_0'))].flat();
            const alone = copyState(state);
            alone.turns = {};
            let after = alone;
            for (const event of decide(alone, 'lab_0', [wild])) after = evolve(after, event);
            for (const event of openMarket.lapse(after)) {
              if (event.type !== 'action_resolved' || event.lab_id !== 'lab_0' || event.result.ok || event.action_type === null) continue;
              if (JSON.stringify(wild).length > 0 && isNonsense(wild)) continue;
              expect(unseen, `${JSON.stringify(wild)} ${event.result.message}`).toContain(event.result.code);
            }
          },
        );
      }),
      { numRuns: 100 },
    );
  });
});

/** The moves of `wild-play` that were never on the list. */
function isNonsense(move: unknown): boolean {
  const text = JSON.stringify(move);
  return ['-1', '1e300', '"o_1"}', '__proto__', 'toString', '"b_0_0","b_1_0"', '"b_0_0","b_0_0"', '"reserve":-5'].some((mark) =>
    text.includes(mark),
  );
}

/** The same market with everything that lab_0 and the public may not know made different. */
function scrambled(state: OpenState): OpenState {
  const other = copyState(state);
  other.config = { ...other.config, seed: other.config.seed + 1 };
  other.shocks = other.shocks.filter((shock) => shock.round_index <= state.round_index);
  other.grants = [];
  other.order_drawn += 7;
  const known = new Set(
    Object.values(state.coalitions).flatMap((one) =>
      one.members.includes('lab_0') ? Object.values(one.pledges).flatMap((pledge) => pledge.job_ids) : [],
    ),
  );
  for (const job of Object.values(other.jobs)) {
    const joint = job.shares?.some((share) => share.lab_id === 'lab_0') === true;
    if ((job.lab_id === 'lab_0' && job.arrival_round <= state.round_index) || known.has(job.job_id) || joint) continue;
    Object.assign(job, {
      value_cents: job.value_cents + 111,
      base_value: 1,
      deadline_round: 0,
      min_reliability: 0.5,
      private_notes: 'other',
    });
    if (job.arrival_round > state.round_index) job.gpu_hours_required += 5;
  }
  for (const block of Object.values(other.blocks))
    if (block.owner_lab_id !== 'lab_0' && block.reserved_by !== null) block.reserved_by = 'lab_9';
  for (const offer of Object.values(other.offers)) {
    if (offer.to_lab_id !== null && ![offer.to_lab_id, offer.from_lab_id].includes('lab_0'))
      Object.assign(offer, { payment_cents: 1, message: 'other', offered_blocks: [] });
  }
  other.messages = other.messages.filter((message) => message.readers === null || message.readers.includes('lab_0'));
  for (const lab of Object.values(other.labs)) {
    if (lab.lab_id === 'lab_0') continue;
    lab.results = [];
    const band = lab.budget_cents < 6000 ? 0 : lab.budget_cents < 11500 ? 6000 : 11500;
    lab.budget_cents = band + 1;
  }
  return other;
}
