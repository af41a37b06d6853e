import type { LookAlikeKeys } from '~/lib/text/look-alike';

/** Owners of agents, confirmed by the operator. The owner in an agent's own file is only a claim. */
export interface OwnerRecord {
  id: string;
  name: string;
  /** Names of agents confirmed as this owner's, in all versions. */
  agents: string[];
  createdAt: Date;
}

export interface NewOwner {
  id: string;
  name: string;
  /** Look-alike keys; no two records share one. */
  keys: LookAlikeKeys;
}

export interface OwnerStore {
  /** null if an owner with a similar name exists. */
  add(owner: NewOwner): Promise<OwnerRecord | null>;
  get(id: string): Promise<OwnerRecord | null>;
  /** By one of its keys. */
  find(keys: LookAlikeKeys): Promise<OwnerRecord | null>;
  /** Oldest first. */
  list(): Promise<OwnerRecord[]>;
  /** Assigns the agent to this owner; null: to nobody. Returns false if there is no such owner. */
  give(agent: string, ownerId: string | null): Promise<boolean>;
  ofAgent(agent: string): Promise<OwnerRecord | null>;
  /** Its agents then have no owner. */
  remove(id: string): Promise<boolean>;
}
