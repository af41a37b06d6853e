import type { Prisma, PrismaClient } from './generated/client';

/** One kept run of `mandi eval`. */
export interface EvalRunRecord {
  id: string;
  ruleset: string;
  version: number;
  command: string;
  code: string;
  /** JSON, as it was printed. */
  report: string;
}

/** A kept run as lists show it. */
export type EvalRunCard = Omit<EvalRunRecord, 'report'> & { createdAt: Date };

const NEWEST_FIRST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** The newest finished runs of a ruleset, as they were kept. */
export async function newestEvalRuns(prisma: PrismaClient, ruleset: string, most: number): Promise<unknown[]> {
  const runs = await prisma.evalRun.findMany({ where: { ruleset, status: 'finished' }, orderBy: NEWEST_FIRST, take: most });
  return runs.map((run) => run.rows);
}

export async function listEvalRuns(prisma: PrismaClient, most: number): Promise<EvalRunCard[]> {
  const select = { id: true, ruleset: true, version: true, command: true, code: true, createdAt: true };
  return prisma.evalRun.findMany({ where: { status: 'finished' }, orderBy: NEWEST_FIRST, take: most, select });
}

/** null: there is no such run. */
export async function findEvalRun(prisma: PrismaClient, id: string): Promise<(EvalRunCard & { rows: unknown }) | null> {
  return prisma.evalRun.findUnique({ where: { id } });
}

export async function keepEvalRun(prisma: PrismaClient, { report, ...run }: EvalRunRecord): Promise<void> {
  await prisma.evalRun.create({ data: { ...run, rows: jsonOf(report), status: 'finished' } });
}

function jsonOf(text: string): Prisma.InputJsonValue {
  return JSON.parse(text) as Prisma.InputJsonValue;
}
