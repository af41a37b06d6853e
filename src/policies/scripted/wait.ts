import type { Action } from '~/games/gpu-market/types';
import type { Policy } from '../policy';

/** What any policy has to beat. */
export const wait: Policy<unknown, Action> = {
  id: 'wait',
  title: 'Wait',
  summary: 'Does nothing at all: what any policy has to beat.',
  plays: ['gpu-market/classic', 'gpu-market/open'],
  control: 'null',
  choose: () => ({ action_type: 'wait' }),
};
