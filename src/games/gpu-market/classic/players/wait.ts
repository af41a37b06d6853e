import type { Policy } from '~/contract/policy';
import type { Action } from '../../types';

/** The baseline that any policy must beat. */
export const wait: Policy<unknown, Action> = {
  id: 'wait',
  title: 'Wait',
  summary: 'Does nothing. Every policy should beat it.',
  plays: ['gpu-market/classic', 'gpu-market/open'],
  control: 'null',
  choose: () => ({ action_type: 'wait' }),
};
