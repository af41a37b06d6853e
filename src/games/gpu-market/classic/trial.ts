/** How to test `classic` with random play. */
import type { Trial } from '~/contract/trial';
import type { MarketEvent } from '../events';
import type { Action, Observation } from '../types';
import { legalActions } from './legal';
import { budgetBand } from './observe';
import { fillIn } from './players/random-legal';
import { type ClassicState, CONTROLLED, controlled } from './state';

const FINISHING = 0.02;
const IDLE: Action = { action_type: 'wait' };

export const trial: Trial<Observation, ClassicState, MarketEvent> = {
  most: {},
  /** lab_0 cannot know whether the sender of an offer can pay. */
  unseen: ['budget_overspend'],
  idle: IDLE,
  showsSeed: true,
  listed: (seen, draws) =>
    legalActions(seen).flatMap(({ action_type, choices }) => choices.map((choice) => ({ action_type, ...fillIn(choice, draws) }))),
  unlisted({ visible_labs }) {
    const [other] = visible_labs;
    const target_lab_id = other?.lab_id ?? 'lab_1';
    return [
      { action_type: 'accept_offer', offer_id: 'o_none' },
      { action_type: 'send_offer', target_lab_id, payment: 1e9 },
      { action_type: 'send_offer', target_lab_id: 'lab_none' },
      { action_type: 'allocate_to_job', job_id: 'j_none', block_ids: [] },
      { action_type: 'reserve_capacity', block_ids: [other?.owned_block_ids[0] ?? 'b_none'] },
      { action_type: 'commit_to_coalition', coalition_id: 'c_none', block_ids: [] },
      { action_type: 'send_message', message: 'x'.repeat(501) },
    ];
  },
  play(seen, draws): Action {
    if (draws.random() < FINISHING) return { action_type: 'finish' };
    const legal = legalActions(seen).filter(({ action_type }) => action_type !== 'finish');
    if (legal.length === 0) return IDLE;
    const { action_type, choices } = draws.choice(legal);
    return { action_type, ...fillIn(draws.choice(choices), draws) };
  },
  held(state) {
    const { budget, block_ids, jobs } = controlled(state);
    return { budget, block_ids, jobs };
  },
  /** lab_0 is the only seat, so only the public must not see the difference. */
  twin: (opening, seat) =>
    opening.map((event): MarketEvent => {
      if (event.type !== 'match_opened') return event;
      const changed = event.labs.map((lab) => {
        const jobs = lab.jobs.map((job) => ({ ...job, base_value: job.base_value + 1, private_notes: 'another note' }));
        return lab.lab_id === seat ? { ...lab, budget: lab.budget + 0.01, jobs } : lab;
      });
      return { ...event, labs: changed };
    }),
  parted: (one, twin) => JSON.stringify(shownOf(one)) !== JSON.stringify(shownOf(twin)),
};

/** What the rules reveal to others: the band of its money, and a judge's scores. */
function shownOf(state: ClassicState): unknown {
  const lab = state.labs.find(({ lab_id }) => lab_id === CONTROLLED);
  return [budgetBand(lab?.budget ?? 0), state.verdicts, state.offers.map(({ status }) => status)];
}
