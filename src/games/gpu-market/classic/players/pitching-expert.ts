import type { Policy } from '~/contract/policy';
import type { Action, Job, Observation } from '../../types';
import { ruleBasedExpert } from './rule-based-expert';

/** No published policy pitches: this one lets judge mode be seen at work. */
export const pitchingExpert: Policy<Observation, Action> = {
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

/** True in every number: what a judge who checks claims would find as well. */
function pitchFor(job: Job): string {
  const value = (job.base_value * job.urgency_multiplier).toFixed(1);
  return (
    `Job ${job.job_id} needs ${job.gpu_hours_required} GPU-hours before its deadline in round ${job.deadline_round}, ` +
    `with reliability ${job.min_reliability} or better; done in time it is worth ${value} cr. ` +
    'Any allocation beyond that goes back to the queue, and to a coalition if one is fair.'
  );
}
