/** What this process asks of its databases, and how PostgreSQL answers it. */
import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
  /** As the client saw it. */
  ms: number;
}

export interface Explained {
  ms: number;
  indexes: string[];
  /** Large tables that were read as a whole. */
  scans: string[];
  /** How often rows were sorted. */
  sorts: number;
  /** Of 8 kB, from memory or from the disk. */
  pages: number;
  head: string;
}

/** A table of fewer rows is read as a whole by right. */
const LARGE_ROWS = 5_000;
const IS_DATA = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;

type Callback = (...answer: unknown[]) => unknown;

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Hears all statements of this process's clients until `end`. */
export function hearStatements(): { during(work: () => Promise<unknown>): Promise<Statement[]>; end(): void } {
  const clients = pg.Client.prototype as unknown as { query: Query };
  const before = clients.query;
  let heard: Statement[] | null = null;
  clients.query = function query(...args) {
    const [what, given] = args;
    const asked =
      typeof what === 'string' ? { text: what, values: Array.isArray(given) ? (given as unknown[]) : [] } : (what as Partial<Statement>);
    const { text, values = [] } = asked ?? {};
    const list = heard;
    if (list === null || text === undefined || !IS_DATA.test(text)) return before.apply(this, args);
    const began = performance.now();
    const note = (): void => void list.push({ text, values: [...values], ms: performance.now() - began });
    const done = args.at(-1);
    if (isCallback(done)) {
      const told = (...answer: unknown[]): unknown => {
        note();
        return done(...answer);
      };
      return before.apply(this, [...args.slice(0, -1), told]);
    }
    const answer = before.apply(this, args);
    if (answer instanceof Promise) answer.then(note, note);
    return answer;
  };
  return {
    async during(work) {
      const list: Statement[] = [];
      heard = list;
      try {
        await work();
      } finally {
        heard = null;
      }
      return list;
    },
    end() {
      clients.query = before;
    },
  };
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Runs it once more and undoes what it did; null: PostgreSQL does not explain it. */
export async function explain(
  client: pg.Client,
  { text, values }: Pick<Statement, 'text' | 'values'>,
  sizes: readonly { name: string; rows: number }[],
): Promise<Explained | null> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number; 'Planning Time': number }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    );
    const [answer] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!answer) return null;
    const nodes = nodesOf(answer.Plan).filter((node) => node['Actual Loops'] > 0);
    const isLarge = (name: string | undefined): boolean => sizes.some((table) => table.name === name && table.rows > LARGE_ROWS);
    const scanned = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []));
    return {
      ms: answer['Execution Time'],
      indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
      scans: [...new Set(scanned)].filter(isLarge),
      sorts: nodes.filter((node) => node['Node Type'] === 'Sort').length,
      pages: answer.Plan['Shared Hit Blocks'] + answer.Plan['Shared Read Blocks'],
      head: text.replace(/\s+/g, ' ').trim().slice(0, 70),
    };
  } catch {
    return null;
  } finally {
    await client.query('ROLLBACK');
  }
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
