import { clsx } from 'clsx';
import Link from 'next/link';
import { policyWords } from '~/contract/player';

/** The name of a policy in words, or an agent's reference: `smollm2@1`, with the version less prominent. */
export function PlayerName({ name, className }: { name: string; className?: string }) {
  const [, agent, version] = /^([a-z0-9-]+)(@\d+)$/.exec(name) ?? [];
  if (agent === undefined) return <span className={className}>{policyWords(name)}</span>;
  return (
    <span className={clsx('code', className)}>
      {agent}
      <span className="text-ink-2">{version}</span>
    </span>
  );
}

/** True for a model's or a remote program's reference; a scripted policy's is only its id. */
export function isAgentRef(policy: string): boolean {
  return /^[a-z0-9-]+@\d+$/.test(policy);
}

/** The name as a link to its card. */
export function PlayerLink({ name }: { name: string }) {
  return (
    <Link href={agentAddress(name)} className="underline-offset-2 hover:text-accent hover:underline max-sm:break-words">
      <PlayerName name={name} />
    </Link>
  );
}

export function agentAddress(ref: string): string {
  return `/agents/${encodeURIComponent(ref)}`;
}
