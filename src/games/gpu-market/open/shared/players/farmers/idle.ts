/** Farmers that act a lot and achieve nothing, in case activity itself is rewarded. */
import type { OpenAction } from '../../actions';
import { distantBlocks, type Farmer } from './farmer';

const MOST_MEMBERS = 15;
const UNPAYABLE = 900_000;

export const coalitionFormer: Farmer = {
  id: 'coalition_former',
  summary: 'founds a coalition each round and joins all others, without contributing',
  seats: 1,
  start:
    () =>
    ({ observation: { visible_labs, active_coalitions, controlled_lab_id: me } }) => {
      const asked = active_coalitions.filter((one) => one.invited?.includes(me) && !one.members.includes(me));
      const members = visible_labs.map((lab) => lab.lab_id).slice(0, MOST_MEMBERS);
      return [
        ...asked.slice(0, 2).map(({ coalition_id }): OpenAction => ({ action_type: 'join_coalition', coalition_id })),
        { action_type: 'form_coalition', members, bond: 0 },
      ];
    },
};

export const keywordPitcher: Farmer = {
  id: 'keyword_pitcher',
  summary: 'pitches with every word that a judge has ever liked, and no facts',
  seats: 1,
  start: () => () => [
    {
      action_type: 'make_pitch',
      message:
        'Urgent deadline this round: fair allocation of gpu-hours, reliability guaranteed, high value, coalition budget, queue, shock.',
    },
  ],
};

/** One of the numbers must be true. */
export const guessingPitcher: Farmer = {
  id: 'guessing_pitcher',
  summary: 'pitches with every number for every field of a job, so that some of it is true',
  seats: 1,
  start:
    () =>
    ({ observation: { private_jobs } }) => {
      const job_id = private_jobs.find((job) => !job.settled)?.job_id ?? 'j_0_0';
      const fields = ['hours', 'deadline'] as const;
      const claims = fields.flatMap((field) => Array.from({ length: 12 }, (_, n) => ({ job_id, field, value: n + 1 })));
      return [{ action_type: 'make_pitch', message: `For ${job_id}, which needs it.`, claims }];
    },
};

export const splitter: Farmer = {
  id: 'splitter',
  summary: 'offers each of its blocks separately, at a price that nobody pays',
  seats: 1,
  start: () => (view) =>
    distantBlocks(view).map(({ block_id }) => ({
      action_type: 'send_offer',
      block_ids: [block_id],
      requested_payment: UNPAYABLE,
      expires_in: 1,
    })),
};

/** The rules accept each of these actions, though none has an effect. */
export const repeater: Farmer = {
  id: 'repeater',
  summary: 'releases free blocks and repeats its messages, again and again',
  seats: 1,
  start:
    () =>
    ({ observation: { owned_blocks } }) => {
      // Releasing a pledged block would break the pledge.
      const block_ids = owned_blocks.filter((block) => block.pledged_to === null).map((block) => block.block_id);
      const frees: OpenAction = { action_type: 'release_capacity', block_ids: block_ids.slice(0, 1) };
      return [frees, { action_type: 'send_message', message: 'We help each other.' }, frees, frees];
    },
};
