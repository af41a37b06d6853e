import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InferenceFileError, readInferenceFile } from './inference-file';

const home = mkdtempSync(join(tmpdir(), 'mandi-inference-'));
const empty = mkdtempSync(join(tmpdir(), 'mandi-inference-'));

afterAll(() => {
  for (const folder of [home, empty]) rmSync(folder, { recursive: true });
});

function written(name: string, text: string): string {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
}

test('without a file there are no servers and no budgets', () => {
  expect(readInferenceFile(null, empty)).toEqual({ backends: [], order: [], budgets: {} });
});

test('JSON and YAML say the same', () => {
  const json = written('a.json', '{ "backends": [{ "id": "vllm", "url": "http://gpu:8000/v1", "keyName": "VLLM_KEY", "slots": null }] }');
  const yaml = written('a.yaml', 'backends:\n  - id: vllm\n    url: http://gpu:8000/v1\n    keyName: VLLM_KEY\n    slots: null\n');
  expect(readInferenceFile(yaml, empty)).toEqual(readInferenceFile(json, empty));
  expect(readInferenceFile(yaml, empty).backends[0]).toMatchObject({
    kind: 'openai',
    schema: 'auto',
    stream: true,
    slots: null,
    price: null,
  });
});

test('inference.json of the home folder is read unasked', () => {
  written('inference.json', '{ "budgets": { "match": { "dollars": 2 } } }');
  expect(readInferenceFile(null, home).budgets).toEqual({ match: { tokens: null, calls: null, seconds: null, dollars: 2 } });
});

describe('refused in a sentence that names the place', () => {
  test.each<[string, RegExp]>([
    ['{', /neither JSON nor YAML/],
    ['{"backend": []}', /the file cannot be used: .*"backend"/],
    ['{"backends": [{"id": "A b", "url": "http://x/v1"}]}', /backends\.0\.id must be lowercase/],
    ['{"backends": [{"id": "a", "url": "ftp://x/v1"}]}', /backends\.0\.url must look like http/],
    ['{"backends": [{"id": "a", "url": "http://me:pw@x/v1"}]}', /backends\.0\.url must not contain a password/],
    [
      '{"backends": [{"id": "a", "url": "http://x/v1", "keyName": "sk-123"}]}',
      /backends\.0\.keyName must be the name of an environment variable/,
    ],
    ['{"backends": [{"id": "workers", "url": "http://x/v1"}]}', /workers is listed twice, or its name is already used/],
    ['{"budgets": {"seat": {"tokens": -5}}}', /budgets\.seat\.tokens cannot be used/],
  ])('%s', (text, words) => {
    const read = () => readInferenceFile(written('bad.json', text), home);
    expect(read).toThrow(InferenceFileError);
    expect(read).toThrow(words);
    expect(read).toThrow(/\.$/);
  });

  test('a file that was asked for and is not there', () => {
    expect(() => readInferenceFile(join(home, 'gone.yaml'), home)).toThrow(/gone\.yaml cannot be read: there is no such file\./);
  });
});
