import type { Policy } from '~/contract/policy';
import type { Action } from '../../types';

/** Looks at nothing. */
export const constant: Policy<unknown, Action> = {
  id: 'constant',
  title: 'Constant',
  summary: 'The same action every turn, whatever it sees: asks all labs for GPU time in the same words.',
  plays: ['gpu-market/classic', 'gpu-market/open'],
  control: 'null',
  choose: () => ({ action_type: 'send_message', message: 'We need GPU time. Please offer us some.' }),
};
