/** An agent written down in a file: YAML, of which JSON is a part. */
import { readFileSync, statSync } from 'node:fs';
import type { Reading } from '~/contract/game';
import { type AgentWords, readAgentWords } from './agent-spec';
import { readYaml } from './read-yaml';
import { sentence } from './turn-draft';

const MOST_BYTES = 64 * 1024;

export function readAgentFile(path: string): Reading<AgentWords> {
  let text: string;
  try {
    if (statSync(path).size > MOST_BYTES) return { ok: false, why: `${path} is longer than ${MOST_BYTES} bytes.` };
    text = readFileSync(path, 'utf8');
  } catch (fault) {
    const isMissing = fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
    return { ok: false, why: `cannot read ${path}: ${isMissing ? 'there is no such file' : sentence(fault)}` };
  }
  const value = readYaml(text);
  if (!value.ok) return { ok: false, why: `${path} is neither YAML nor JSON: ${value.why}` };
  const read = readAgentWords(value.value);
  return read.ok ? read : { ...read, why: `${path}: ${read.why}` };
}
