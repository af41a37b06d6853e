import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInferenceFile } from '~/inference/inference-file';
import { faultText } from './fault-sentence';

function faultOf(work: () => unknown): unknown {
  try {
    work();
  } catch (fault) {
    return fault;
  }
  return null;
}

test('a broken inference.yaml is one sentence at the start, without a stack trace', () => {
  const home = mkdtempSync(join(tmpdir(), 'mandi-fault-'));
  try {
    const path = join(home, 'inference.yaml');
    writeFileSync(path, 'backends: [');
    expect(faultText(faultOf(() => readInferenceFile(null, home)))).toBe(`${path} cannot be read: it is neither JSON nor YAML.`);
    writeFileSync(path, 'backends: 3\n');
    const told = faultText(faultOf(() => readInferenceFile(null, home)));
    expect(told).toContain(`${path}: backends cannot be used`);
    expect(told).not.toContain('\n');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test('what the machine does not allow is a sentence with the path; a fault of Mandi keeps its stack', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/data/door.key' });
  expect(faultText(denied)).toBe('/data/door.key: permission denied (EACCES)');
  expect(faultText(new TypeError('x is not a function'))).toContain('fault-sentence.test.ts');
});
