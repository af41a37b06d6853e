/** The tournament of hostile agents in the open market, which takes three times as long as in the classic one. */
import { vi } from 'vitest';

vi.stubEnv('MANDI_HOSTILE_CUP', 'open');
await import('../integration/hostile-tournament.test');
