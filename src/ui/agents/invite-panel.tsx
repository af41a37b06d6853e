import type { AgentCard } from '~/api/agent-words';
import { ButtonLink } from '~/kit/button';
import { Panel } from '~/kit/panel';

/** A person plays when somebody sends them a link: the two ways to one. */
export function InvitePanel({ card: { ref, agent } }: { card: AgentCard }) {
  return (
    <Panel title={`Play with ${agent.title}`} note="A person sits down by a link that only the host of a table, or the operator, can send.">
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="primary" href={`/table/new?person=${encodeURIComponent(ref)}`}>
          Set a table
        </ButtonLink>
        <ButtonLink href="/tournaments/new">New tournament</ButtonLink>
      </div>
    </Panel>
  );
}
