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

/** The newest finished run of a ruleset, as it was kept; null when there is none. */
export async function newestEvalRun(prisma: PrismaClient, ruleset: string): Promise<unknown> {
  const run = await prisma.evalRun.findFirst({ where: { ruleset, status: 'finished' }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return run?.rows ?? null;
}

export async function keepEvalRun(prisma: PrismaClient, { report, ...run }: EvalRunRecord): Promise<void> {
  await prisma.evalRun.create({ data: { ...run, rows: jsonOf(report), status: 'finished' } });
}

function jsonOf(text: string): Prisma.InputJsonValue {
  return JSON.parse(text) as Prisma.InputJsonValue;
}
