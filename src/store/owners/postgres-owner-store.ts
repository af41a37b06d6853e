import { type LookAlikeKeys, lookAlikeKeys } from '~/lib/text/look-alike';
import { Prisma, type PrismaClient } from '../generated/client';
import type { NewOwner, OwnerRecord, OwnerStore } from './owner-store';

const UNIQUE = 'P2002';
const MISSING = ['P2003', 'P2025'];

export class PostgresOwnerStore implements OwnerStore {
  private readonly prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.prisma = prisma;
  }

  async add({ id, name, keys }: NewOwner): Promise<OwnerRecord | null> {
    await this.completeKeys();
    const [keyWritten, keyFolded, keyCapitals] = keys;
    try {
      return recordOf(await this.prisma.owner.create({ data: { id, name, keyWritten, keyFolded, keyCapitals }, include: WITH_AGENTS }));
    } catch (fault) {
      if (isKnown(fault, [UNIQUE])) return null;
      throw fault;
    }
  }

  async get(id: string): Promise<OwnerRecord | null> {
    const found = await this.prisma.owner.findUnique({ where: { id }, include: WITH_AGENTS });
    return found && recordOf(found);
  }

  async find([keyWritten, keyFolded, keyCapitals]: LookAlikeKeys): Promise<OwnerRecord | null> {
    await this.completeKeys();
    const found = await this.prisma.owner.findFirst({
      where: { OR: [{ keyWritten }, { keyFolded }, { keyCapitals }] },
      include: WITH_AGENTS,
    });
    return found && recordOf(found);
  }

  async list(): Promise<OwnerRecord[]> {
    return (await this.prisma.owner.findMany({ include: WITH_AGENTS, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(recordOf);
  }

  async give(agent: string, ownerId: string | null): Promise<boolean> {
    if (ownerId === null) return (await this.prisma.ownedAgent.deleteMany({ where: { agent } })).count > 0;
    try {
      await this.prisma.ownedAgent.upsert({ where: { agent }, create: { agent, ownerId }, update: { ownerId } });
      return true;
    } catch (fault) {
      if (isKnown(fault, MISSING)) return false;
      throw fault;
    }
  }

  async ofAgent(agent: string): Promise<OwnerRecord | null> {
    const found = await this.prisma.ownedAgent.findUnique({ where: { agent }, include: { owner: { include: WITH_AGENTS } } });
    return found && recordOf(found.owner);
  }

  async remove(id: string): Promise<boolean> {
    return (await this.prisma.owner.deleteMany({ where: { id } })).count > 0;
  }

  /** Adds the key in capitals, which owners from earlier versions lack. Two similar ones stay separate. */
  private async completeKeys(): Promise<void> {
    for (const { id, name } of await this.prisma.owner.findMany({ where: { keyCapitals: null }, select: { id: true, name: true } })) {
      await this.prisma.owner.updateMany({ where: { id }, data: { keyCapitals: lookAlikeKeys(name)[2] } }).catch((fault: unknown) => {
        if (!isKnown(fault, [UNIQUE])) throw fault;
      });
    }
  }
}

const WITH_AGENTS = { agents: { select: { agent: true }, orderBy: { agent: 'asc' } } } as const;

function recordOf(row: { id: string; name: string; createdAt: Date; agents: { agent: string }[] }): OwnerRecord {
  return { id: row.id, name: row.name, agents: row.agents.map(({ agent }) => agent), createdAt: row.createdAt };
}

function isKnown(fault: unknown, codes: readonly string[]): boolean {
  return fault instanceof Prisma.PrismaClientKnownRequestError && codes.includes(fault.code);
}
