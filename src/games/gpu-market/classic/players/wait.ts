import type { Policy } from '~/contract/policy';
import type { Action } from '../../types';

/** What any policy has to beat. */
export const wait: Policy<unknown, Action> = {
  id: 'wait',
  title: 'Wait',
  summary: 'Does nothing. Every policy should beat it.',
  plays: ['gpu-market/classic', 'gpu-market/open'],
  control: 'null',
  choose: () => ({ action_type: 'wait' }),
};
