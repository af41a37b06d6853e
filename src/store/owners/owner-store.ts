import type { LookAlikeKeys } from '~/lib/text/look-alike';

/** Who owns agents, as the operator has confirmed it. What an agent's own file says of its owner is a claim. */
export interface OwnerRecord {
  id: string;
  name: string;
  /** Names of the agents that the operator has confirmed as this owner's, in all their versions. */
  agents: string[];
  createdAt: Date;
}

export interface NewOwner {
  id: string;
  name: string;
  /** What looks alike: two records never share a key. */
  keys: LookAlikeKeys;
}

export interface OwnerStore {
  /** null: there is an owner whose name looks like this one. */
  add(owner: NewOwner): Promise<OwnerRecord | null>;
  get(id: string): Promise<OwnerRecord | null>;
  /** By one of its keys. */
  find(keys: LookAlikeKeys): Promise<OwnerRecord | null>;
  /** Oldest first. */
  list(): Promise<OwnerRecord[]>;
  /** The agent is this owner's from now on, and nobody else's; null: nobody's. False: there is no such owner. */
  give(agent: string, ownerId: string | null): Promise<boolean>;
  ofAgent(agent: string): Promise<OwnerRecord | null>;
  /** Its agents are nobody's then. */
  remove(id: string): Promise<boolean>;
}
