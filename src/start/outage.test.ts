import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tellOutageOnce } from './outage';

const REFUSED = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

/** As Prisma throws it while the database comes up again. */
const STARTING = Object.assign(new Error('starting up'), {
  code: 'P2039',
  meta: { driverAdapterError: new Error('DriverAdapterError', { cause: { code: '57P03' } }) },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const lines: string[] = [];
  const logged: string[] = [];
  let answers = false;
  function at(level: string) {
    return (_: object, message: string) => void logged.push(`${level}: ${message}`);
  }
  const log = tellOutageOnce({
    log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    ask: async () => {
      if (!answers) throw REFUSED;
    },
    say: (line) => void lines.push(line),
  });
  function comeBack(): void {
    answers = true;
  }
  return { log, lines, logged, comeBack };
}

it('says once that the database is away, and once that it is back', async () => {
  const { log, lines, logged, comeBack } = setUp();
  log.warn({ fault: REFUSED }, 'one');
  log.error({ err: new Error('outer', { cause: REFUSED }) }, 'two');
  log.error({ fault: new Error('Connection terminated unexpectedly') }, 'three');
  log.warn({ fault: STARTING }, 'four');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lines).toEqual(['The database does not answer; trying again.']);
  expect(logged).toEqual(['debug: one', 'debug: two', 'debug: three', 'debug: four']);
  comeBack();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lines.slice(1)).toEqual(['The database is back.']);
  log.warn({ fault: REFUSED }, 'five');
  expect(lines).toHaveLength(3);
});

it('leaves every other fault as it is', () => {
  const { log, lines, logged } = setUp();
  log.info({}, 'one');
  log.warn({ fault: new Error('a bug') }, 'two');
  log.error({ matchId: 'm1', fault: 'a sentence' }, 'three');
  expect(logged).toEqual(['info: one', 'warn: two', 'error: three']);
  expect(lines).toEqual([]);
});
