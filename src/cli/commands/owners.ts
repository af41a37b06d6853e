import type { Command } from 'commander';
import type { OwnerRecord } from '~/store/owners/owner-store';
import { UsageError } from '../exits';
import { newCommand } from '../new-command';
import { print } from '../output';

export function ownersCommand(): Command {
  const owners = newCommand(
    'owners',
    'Who owns which agents. Agents without a confirmed owner count as one owner’s in rated tournaments.',
    ['owners add "Ada Lovelace"', 'owners confirm "Ada Lovelace" ada-bot ada-trader', 'owners list'],
  );
  owners.command('list').description('list all owners and their agents').option('--json', 'print one JSON object').action(listOwners);
  owners
    .command('add')
    .argument('<name>', 'must not look like another owner’s')
    .description('create an owner')
    .option('--json', 'print one JSON object')
    .action(add);
  owners
    .command('confirm')
    .argument('<owner>', 'name or id')
    .argument('<agents...>', 'names of agents (all their versions)')
    .description('confirm that agents belong to this owner')
    .option('--json', 'print one JSON object')
    .action(confirm);
  owners.command('release').argument('<agent>', 'its name').description('remove an agent from its owner').action(release);
  owners.command('remove').argument('<owner>', 'name or id').description('remove an owner; its agents then have none').action(remove);
  return owners;
}

async function listOwners({ json }: { json?: boolean }): Promise<void> {
  const { withDatabase } = await import('../database-services');
  const owners = await withDatabase(({ services }) => services.store.owners.list());
  if (json) return print(JSON.stringify({ owners }));
  await print(
    owners.length === 0 ? 'No owner is confirmed yet. Create one with npx mandi owners add NAME.' : owners.map(lineOf).join('\n'),
  );
}

async function add(name: string, flags: { json?: boolean }): Promise<void> {
  await tell(await withOwners(({ owners, services }) => owners.addOwner(services, name)), flags);
}

async function confirm(owner: string, agents: string[], flags: { json?: boolean }): Promise<void> {
  await tell(await withOwners(({ owners, services }) => owners.confirmAgents(services, { owner, agents })), flags);
}

async function release(agent: string): Promise<void> {
  await withOwners(({ owners, services }) => owners.releaseAgent(services, agent));
  await print(`${agent} no longer has a confirmed owner.`);
}

async function remove(owner: string): Promise<void> {
  await withOwners(({ owners, services }) => owners.removeOwner(services, owner));
  await print(`Owner ${owner} is removed.`);
}

type Owners = typeof import('~/match/owners');
type Services = import('~/match/services').Services;
type Answered<T> = { ok: true; value: T } | { ok: false; code: string; why: string };

async function withOwners<T>(work: (with_: { owners: Owners; services: Services }) => Promise<Answered<T>>): Promise<T> {
  const [{ withDatabase }, owners] = await Promise.all([import('../database-services'), import('~/match/owners')]);
  const answer = await withDatabase(({ services }) => work({ owners, services }));
  if (!answer.ok && answer.code === 'unknown_owner')
    throw new UsageError(`${answer.why.replace(/\.$/, '')}; npx mandi owners list shows them, and owners add makes one`);
  if (!answer.ok) throw new UsageError(answer.why);
  return answer.value;
}

async function tell(owner: OwnerRecord, { json }: { json?: boolean }): Promise<void> {
  await print(json ? JSON.stringify(owner) : lineOf(owner));
}

function lineOf({ name, agents }: OwnerRecord): string {
  return `${name}: ${agents.length === 0 ? 'no agents confirmed' : agents.join(', ')}`;
}
