import type { Policy } from '~/contract/policy';
import type { Action, Job, Observation } from '../../types';
import { incomingOffers } from './classic-words';
import { coalitionFormer } from './coalition-former';
import { allocateOrFinish, greedyHoarder, noNegotiationAllocator } from './greedy-hoarder';
import { randomLegal } from './random-legal';
import { ruleBasedExpert } from './rule-based-expert';
import { wait } from './wait';

/** The published name; nothing about it is random. */
const randomValidish: Policy<Observation, Action> = {
  id: 'random_validish',
  title: 'Random validish',
  summary: 'Rejects the first offer made to it; otherwise waits. Despite its published name, it is not random.',
  plays: ['gpu-market/classic'],
  choose(observation) {
    const [offer] = incomingOffers(observation);
    return offer === undefined ? { action_type: 'wait' } : { action_type: 'reject_offer', offer_id: offer.offer_id };
  },
};

/** No published policy pitches; this one demonstrates judge mode. */
const pitchingExpert: Policy<Observation, Action> = {
  id: 'pitching_expert',
  title: 'Pitching expert',
  summary: 'The rule-based expert, but in rounds 1, 4 and 7 it pitches its most pressing job to the judge. Made to show judge mode.',
  plays: ['gpu-market/classic'],
  control: 'variant',
  choose(observation) {
    const job = observation.round_index % 3 === 1 ? mostPressing(observation.private_jobs) : null;
    return job === null ? ruleBasedExpert.choose(observation) : { action_type: 'make_pitch', message: pitchFor(job) };
  },
};

function mostPressing(jobs: readonly Job[]): Job | null {
  let found: Job | null = null;
  for (const job of jobs) if (!job.completed && (found === null || job.deadline_round < found.deadline_round)) found = job;
  return found;
}

/** True in every number, so that a judge who checks claims agrees. */
function pitchFor(job: Job): string {
  const value = (job.base_value * job.urgency_multiplier).toFixed(1);
  return (
    `Job ${job.job_id} needs ${job.gpu_hours_required} GPU-hours before its deadline in round ${job.deadline_round}, ` +
    `with reliability ${job.min_reliability} or better; done in time it is worth ${value} cr. ` +
    'Any allocation beyond that goes back to the queue, and to a coalition if one is fair.'
  );
}

/** Ignores its observation. */
const constant: Policy<unknown, Action> = {
  id: 'constant',
  title: 'Constant',
  summary: 'The same action every turn, whatever it sees: asks all labs for GPU time in the same words.',
  plays: ['gpu-market/classic', 'gpu-market/open'],
  control: 'null',
  choose: () => ({ action_type: 'send_message', message: 'We need GPU time. Please offer us some.' }),
};

const PLEA = 'We need GPU soon because our workload is important. Please consider sharing capacity.';

const baseInstructNaive: Policy<Observation, Action> = {
  id: 'base_instruct_naive',
  title: 'Base instruct, naive',
  summary: 'Accepts the first offer made to it if the message sounds urgent; otherwise asks the first lab for capacity in general terms.',
  plays: ['gpu-market/classic'],
  choose(observation) {
    const [offer] = incomingOffers(observation);
    if (offer?.message?.toLowerCase().includes('urgent')) return { action_type: 'accept_offer', offer_id: offer.offer_id };
    const target = observation.visible_labs[0]?.lab_id;
    return { action_type: 'send_message', ...(target === undefined ? {} : { target_lab_id: target }), message: PLEA };
  },
};

const alwaysAccept: Policy<Observation, Action> = {
  id: 'always_accept',
  title: 'Always accept',
  summary: 'Accepts the first offer made to it, whatever it is worth; without an offer it plays like the greedy hoarder.',
  plays: ['gpu-market/classic'],
  choose(observation) {
    const [offer] = incomingOffers(observation);
    return offer === undefined ? allocateOrFinish(observation) : { action_type: 'accept_offer', offer_id: offer.offer_id };
  },
};

/** The scripted policies of `classic`. Longer ones are in their own files; each is listed here. */
export const classicPlayers = [
  ruleBasedExpert,
  alwaysAccept,
  greedyHoarder,
  noNegotiationAllocator,
  randomValidish,
  baseInstructNaive,
  wait,
  constant,
  randomLegal,
  coalitionFormer,
  pitchingExpert,
];
