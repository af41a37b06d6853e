import { policyNamed } from '~/policies/registry';

/** Those of the names that may be agents': no scripted policy has them. What agents need is loaded only where there are any. */
export function agentNames(names: readonly string[]): string[] {
  return names.filter((name) => name !== 'all' && /^[a-z0-9-]+(@\d+)?$/.test(name) && policyNamed(name) === null);
}
