import { policyNamed } from '~/games/policies';
import { nearest } from '~/lib/text/unknown-name';
import type { ListedAgent } from '~/match/agent-service';

/** Names that are not scripted policies and may be agents. The code for agents loads only if there are any. */
export function agentNames(names: readonly string[]): string[] {
  return names.filter((name) => name !== 'all' && /^[a-z0-9-]+(@\d+)?$/.test(name) && policyNamed(name) === null);
}

/** The error for a name that matches no agent. */
export function noAgent(typed: string, all: readonly ListedAgent[]): string {
  const near = nearest(typed.replace(/@.*$/, ''), [...new Set(all.map(({ agent }) => agent.name))]);
  return `there is no agent "${typed}"${near === null ? '' : ` (did you mean ${near}?)`}; see npx mandi agents list`;
}
