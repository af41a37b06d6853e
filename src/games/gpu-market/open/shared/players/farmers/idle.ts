/** Farmers of deeds: many of them, and no use in any. */
import type { OpenAction } from '../../actions';
import { distantBlocks, type Farmer } from './farmer';

const MOST_MEMBERS = 15;
/** Nobody pays this. */
const UNPAYABLE = 900_000;

/** Founds a coalition each round and takes part in every one, with nothing to bring. */
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

/** Every word that a judge was ever known to like, and no fact. */
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

/** All its jobs, every field, every number from 1 to 9: something of it must be true. */
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

/** Offers its blocks one by one to nobody's use, at a price that nobody pays. */
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

/** The same small deeds again and again, each of which is answered with yes. */
export const repeater: Farmer = {
  id: 'repeater',
  summary: 'releases free blocks and repeats its messages, again and again',
  seats: 1,
  start:
    () =>
    ({ observation: { owned_blocks } }) => {
      // What is pledged is left alone: to free it would be a breach.
      const block_ids = owned_blocks.filter((block) => block.pledged_to === null).map((block) => block.block_id);
      const frees: OpenAction = { action_type: 'release_capacity', block_ids: block_ids.slice(0, 1) };
      return [frees, { action_type: 'send_message', message: 'We help each other.' }, frees, frees];
    },
};
