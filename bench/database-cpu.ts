import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Ticks per second in `/proc/PID/stat`: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** Processor seconds of a Postgres on this machine so far, over all its processes; null where `/proc` does not show them. */
export async function databaseCpu(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const own = statOf(rows[0]?.pid ?? 0);
  const server = own && statOf(own.parent);
  if (!own || !server) return null;
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const living = children.filter(({ parent }) => parent === own.parent).reduce((sum, { ticks }) => sum + ticks, 0);
  return (living + server.ticks + server.ofDead) / TICKS;
}

function statOf(pid: number): { parent: number; ticks: number; ofDead: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent = 0, , , , , , , , , , user = 0, system = 0, deadUser = 0, deadSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent, ticks: user + system, ofDead: deadUser + deadSystem };
  } catch {
    return null;
  }
}
