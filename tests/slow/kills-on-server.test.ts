/** The kill tests that run on the embedded database with every push, on a Postgres server. */
import { vi } from 'vitest';

vi.stubEnv('MANDI_KILLS_ON', 'server');
await import('../integration/haggle-kill.test');
await import('../integration/kill.test');
await import('../integration/scoring-kill.test');
await import('../integration/series-kill.test');
await import('../integration/series-tournament-kill.test');
await import('../integration/table-kill.test');
await import('../integration/tournament-kill.test');
await import('../integration/turn-kill.test');
