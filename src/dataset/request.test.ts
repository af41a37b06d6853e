import { expect, it } from 'vitest';
import { commandOf, type DatasetRequest, identityOf, readRequest, refOfRequest } from './request';

const classic: DatasetRequest = { format: 'sft', ruleset: 'classic', split: 'train' };

it('is read once: a slip is said with its field', () => {
  const asked = { format: 'sft', ruleset: 'classic', split: 'train' };
  expect(readRequest(asked)).toEqual({ ok: true, value: { ...asked, version: 1 } });
  expect(readRequest({ ...asked, split: 'test' })).toMatchObject({ ok: false, path: 'split' });
  expect(readRequest({ ...asked, ruleset: 'open', format: 'arena-sft' })).toMatchObject({ ok: false, path: 'format' });
  expect(readRequest({ ...asked, task: 'singel_trade' })).toMatchObject({
    why: expect.stringContaining('did you mean single_trade') as string,
  });
  expect(readRequest({ ...asked, minGain: 0.1 })).toMatchObject({ ok: false, path: 'minGain' });
  expect(readRequest({ ...asked, pairs: 'verdicts' })).toMatchObject({ ok: false, path: 'pairs' });
  expect(readRequest({ ...asked, format: 'judge', withFallbacks: true })).toMatchObject({ ok: false, path: 'withFallbacks' });
  expect(readRequest({ ...asked, format: 'trajectories', split: 'test' })).toMatchObject({
    why: 'split: test seeds are never used for training; --for-analysis allows them, and marks every row as not for training',
  });
  expect(readRequest({ ...asked, minJudge: 2 })).toMatchObject({ why: 'minJudge: from 0 to 1' });
});

it('is about one version of one game, however that is named', () => {
  const asked = { format: 'sft', split: 'train' };
  const open = { ok: true, value: { ...asked, ruleset: 'open', version: 1 } };
  for (const named of [{ game: 'gpu-market', ruleset: 'open', version: 1 }, { ruleset: 'open@1' }])
    expect(readRequest({ ...asked, ...named })).toEqual(open);
  for (const named of [{ ruleset: 'open' }, { game: 'gpu-market/open' }, { ruleset: 'open', version: 2 }])
    expect(readRequest({ ...asked, ...named })).toEqual({ ok: true, value: { ...open.value, version: 2 } });
  expect(readRequest({ ...asked, ruleset: 'open', version: 9 })).toMatchObject({ ok: false, path: 'version' });
  expect(readRequest({ ...asked, ruleset: 'opne' })).toMatchObject({ ok: false, path: 'ruleset' });
  expect(readRequest(asked)).toMatchObject({ ok: false, path: 'ruleset' });
  expect(refOfRequest({ ruleset: 'open' })).toEqual({ key: 'gpu-market/open', version: 1 });
});

it('of the first version is the same export as before versions were named', () => {
  expect(identityOf({ ...classic, version: 1 }, 'jsonl', null)).toBe(identityOf(classic, 'jsonl', null));
  expect(identityOf({ ...classic, version: 2 }, 'jsonl', null)).not.toBe(identityOf(classic, 'jsonl', null));
});

it('is said again as a command that a shell reads', () => {
  const request = { ...classic, player: "o'brien@1", minScore: -0.5, cleanOnly: true };
  expect(commandOf(request, 'parquet', 'my data')).toBe(
    `npx mandi export --format sft --ruleset classic --split train --player 'o'\\''brien@1' --min-score -0.5 --clean --files parquet --out 'my data'`,
  );
  const studied: DatasetRequest = { format: 'judge', ruleset: 'open', split: 'test', forAnalysis: true };
  expect(commandOf(studied, 'jsonl', 'data')).toBe(
    'npx mandi export --format judge --ruleset open --rules 1 --split test --for-analysis --out data',
  );
  expect(commandOf({ ...classic, withFallbacks: true }, 'jsonl', 'data')).toMatch(/ --split train --with-fallbacks --out data$/);
});
