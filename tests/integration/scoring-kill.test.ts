/** A worker that is killed while it scores: no match is played again, and no match is scored twice. */
import { expect, test } from 'vitest';
import { PostgresEventStore } from '~/store/postgres-event-store';
import type { TournamentPlan } from '~/store/tournaments/tournament';
import { readPlan } from '~/tournament/read-plan';
import { describeKills } from './support/database';
import { waitUntil } from './support/runners';
import { begin, groundOn, Killable, playCalmly } from './support/tournament-kills';

/** Its solve takes seconds, so that a kill falls into it. */
const HARD = { name: 'hard', task: 'market_round', options: { labs: 12, rounds: 8 }, entrants: ['greedy', 'selfish'], tableSize: 2 };

/** Each result that is written leaves a line. */
const WATCH = `
CREATE TABLE written (place int);
CREATE FUNCTION note_written() RETURNS trigger AS $$ BEGIN INSERT INTO written VALUES (NEW.place); RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER watch_results AFTER UPDATE ON tournament_fixture FOR EACH ROW
  WHEN (NEW.result IS DISTINCT FROM NULL AND OLD.status <> 'done') EXECUTE FUNCTION note_written();`;

function plan(): TournamentPlan {
  const read = readPlan({ ...HARD, worlds: 2, rotation: 'none', nulls: [] });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

describeKills('a worker that is killed while it scores', (kind) => {
  test('loses nothing, and nothing is scored twice', { timeout: 900_000 }, async () => {
    const ground = await groundOn(kind);
    const { env, database, leave } = ground;
    const store = new PostgresEventStore(database, 'test');
    const worker = new Killable('worker', env);
    try {
      await database.pool.query(WATCH);
      const id = await begin(store, plan());
      worker.start();
      const held = async () => (await database.pool.query('SELECT FROM tournament_world WHERE held_until > now()')).rowCount ?? 0;
      await waitUntil(async () => (await store.tournaments.counts(id)).scoring > 0 && (await held()) > 0, 200_000);
      await worker.kill();
      expect((await store.tournaments.counts(id)).done).toBeLessThan(2);
      worker.start();
      await waitUntil(async () => (await store.tournaments.get(id))?.status === 'finished', 400_000);
      const fixtures = await store.tournaments.fixtures(id);
      const calm = await playCalmly(plan());
      expect(fixtures.map(({ status, attempts, fault, result }) => ({ status, attempts, fault, result }))).toEqual(
        calm.map(({ result }) => ({ status: 'done', attempts: 0, fault: null, result })),
      );
      expect((await database.pool.query('SELECT place FROM written ORDER BY place')).rows).toEqual([{ place: 0 }, { place: 1 }]);
    } finally {
      await worker.kill();
      await store.close();
      await leave();
    }
  });
});
