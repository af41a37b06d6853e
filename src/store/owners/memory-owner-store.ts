import type { LookAlikeKeys } from '~/lib/text/look-alike';
import type { NewOwner, OwnerRecord, OwnerStore } from './owner-store';

export class MemoryOwnerStore implements OwnerStore {
  private readonly owners = new Map<string, NewOwner & { createdAt: Date }>();
  /** Owner ids by agent. */
  private readonly given = new Map<string, string>();

  async add(owner: NewOwner): Promise<OwnerRecord | null> {
    if (await this.find(owner.keys)) return null;
    this.owners.set(owner.id, { ...owner, createdAt: new Date() });
    return this.get(owner.id);
  }

  async get(id: string): Promise<OwnerRecord | null> {
    const found = this.owners.get(id);
    if (!found) return null;
    const agents = [...this.given].flatMap(([agent, owner]) => (owner === id ? [agent] : [])).sort();
    return { id, name: found.name, agents, createdAt: found.createdAt };
  }

  async find(keys: LookAlikeKeys): Promise<OwnerRecord | null> {
    const found = [...this.owners.values()].find((one) => one.keys.some((key, at) => key === keys[at]));
    return found ? this.get(found.id) : null;
  }

  async list(): Promise<OwnerRecord[]> {
    const all = await Promise.all([...this.owners.keys()].map((id) => this.get(id)));
    return all.flatMap((one) => one ?? []);
  }

  async give(agent: string, ownerId: string | null): Promise<boolean> {
    if (ownerId === null) return this.given.delete(agent);
    if (!this.owners.has(ownerId)) return false;
    this.given.set(agent, ownerId);
    return true;
  }

  async ofAgent(agent: string): Promise<OwnerRecord | null> {
    const id = this.given.get(agent);
    return id === undefined ? null : this.get(id);
  }

  async remove(id: string): Promise<boolean> {
    for (const [agent, owner] of this.given) if (owner === id) this.given.delete(agent);
    return this.owners.delete(id);
  }
}
