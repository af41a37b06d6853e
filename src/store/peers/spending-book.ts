/** One row per account and process, so that no two processes write the same row or wait for each other. */
import type pg from 'pg';
import { type AccountName, noSums, type SpendingBook, type Sums } from '~/lib/spending/spending-book';
import { keyOf } from './peer-store';

/** Rows unchanged for this long belong to matches that nobody continues. */
const KEPT = "interval '90 days'";

const READ = `
SELECT place::int, writer = $1 AS own, sum(calls)::float8 AS calls, sum(tokens) AS tokens, sum(held) AS held,
  sum(seconds) AS seconds, sum(dollars) AS dollars
FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS asked(kind, name, place) JOIN model_spending USING (kind, name)
GROUP BY place, writer = $1`;

const WRITE = `
INSERT INTO model_spending AS known (kind, name, writer, calls, tokens, held, seconds, dollars)
SELECT kind, name, $1, calls, tokens, held, seconds, dollars
FROM unnest($2::text[], $3::text[], $4::int[], $5::float8[], $6::float8[], $7::float8[], $8::float8[])
  AS one(kind, name, calls, tokens, held, seconds, dollars)
ON CONFLICT (kind, name, writer) DO UPDATE SET calls = EXCLUDED.calls, tokens = EXCLUDED.tokens, held = EXCLUDED.held,
  seconds = EXCLUDED.seconds, dollars = EXCLUDED.dollars, seen_at = now()`;

export function postgresSpendingBook(pool: pg.Pool): SpendingBook {
  return {
    async id() {
      await pool.query(`DELETE FROM model_spending WHERE seen_at < now() - ${KEPT}`);
      return keyOf(pool, 'spending');
    },
    async read(writer, names) {
      const { rows } = await pool.query<Sums & { place: number; own: boolean }>(READ, [writer, ...columnsOf(names)]);
      const sums = (place: number, own: boolean): Sums => {
        const { place: _, own: __, ...found } = rows.find((row) => row.place === place && row.own === own) ?? { place, own, ...noSums() };
        return found;
      };
      return names.map((_, at) => ({ own: sums(at + 1, true), others: sums(at + 1, false) }));
    },
    async write(writer, rows) {
      const counts = (['calls', 'tokens', 'held', 'seconds', 'dollars'] as const).map((what) => rows.map((row) => row[what]));
      await pool.query(WRITE, [writer, ...columnsOf(rows), ...counts]);
    },
  };
}

/** Postgres' text cannot hold a zero character. */
function columnsOf(names: readonly AccountName[]): [string[], string[]] {
  return [names.map(({ kind }) => kind), names.map(({ name }) => name.replaceAll('\0', '\uFFFD'))];
}
