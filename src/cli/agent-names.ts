import { policyNamed } from '~/games/policies';
import { nearest } from '~/lib/text/unknown-name';
import type { ListedAgent } from '~/match/agent-service';

/** Those of the names that may be agents': no scripted policy has them. What agents need is loaded only where there are any. */
export function agentNames(names: readonly string[]): string[] {
  return names.filter((name) => name !== 'all' && /^[a-z0-9-]+(@\d+)?$/.test(name) && policyNamed(name) === null);
}

/** Why nobody is meant. */
export function noAgent(typed: string, all: readonly ListedAgent[]): string {
  const near = nearest(typed.replace(/@.*$/, ''), [...new Set(all.map(({ agent }) => agent.name))]);
  return `there is no agent "${typed}"${near === null ? '' : ` (did you mean ${near}?)`}; npx mandi agents list names them`;
}
