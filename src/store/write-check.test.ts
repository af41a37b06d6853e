import { expect, it, vi } from 'vitest';
import { WriteCheck } from './write-check';

function poolOf(answers: (Error | { rows: { id: string }[] })[]) {
  const query = vi.fn(async () => {
    const answer = answers.shift() ?? { rows: [{ id: '1' }] };
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { query } as unknown as ConstructorParameters<typeof WriteCheck>[0] & { query: typeof query };
}

it('writes once for everybody who asks within five seconds', async () => {
  let now = 0;
  const pool = poolOf([]);
  const check = new WriteCheck(pool, () => now);
  await Promise.all([check.check(), check.check()]);
  await check.check();
  expect(pool.query).toHaveBeenCalledTimes(1);
  now = 5_000;
  await check.check();
  expect(pool.query).toHaveBeenCalledTimes(2);
});

it('says what the database said, and asks again after a failure', async () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const check = new WriteCheck(poolOf([full]), () => 0);
  await expect(check.check()).rejects.toBe(full);
  await check.check();
});

it('empties its table now and then', async () => {
  const pool = poolOf([{ rows: [{ id: '128' }] }]);
  await new WriteCheck(pool).check();
  expect(pool.query).toHaveBeenLastCalledWith('TRUNCATE write_probe');
});
