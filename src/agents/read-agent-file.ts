/** Parses an agent file (YAML, which includes JSON) and reports all errors with their lines. */
import { readFileSync, statSync } from 'node:fs';
import type { Reading } from '~/contract/game';
import { decodeText } from '~/lib/text/decode-text';
import { type AgentWords, type Fault, faultsOfAgent, readAgentWords } from './agent-spec';
import { readYaml, type YamlSource } from './read-yaml';
import { sentence } from './turn-draft';

const MOST_BYTES = 64 * 1024;
const UNREADABLE: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' };

export function readAgentFile(path: string): Reading<AgentWords> {
  let text: string;
  try {
    const bytes = path === '-' ? readFileSync(0) : statSync(path).size > MOST_BYTES ? null : readFileSync(path);
    if (bytes === null || bytes.length > MOST_BYTES) return { ok: false, why: `${path} is longer than ${MOST_BYTES} bytes.` };
    const decoded = decodeText(bytes);
    if (!decoded.ok) return { ok: false, why: `${path}: ${decoded.why}.` };
    text = decoded.value;
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    return { ok: false, why: `cannot read ${path}: ${UNREADABLE[code] ?? sentence(fault)}` };
  }
  const value = readYaml(text);
  if (!value.ok) return { ok: false, why: `${path} is neither YAML nor JSON: ${value.why}` };
  const read = readAgentWords(value.value.raw);
  return read.ok ? read : { ...read, why: `${path}: ${told(faultsOfAgent(value.value.raw), value.value)}` };
}

function told(faults: readonly Fault[], { lineOf }: YamlSource): string {
  const sentences = faults
    .map(({ path, key, why }) => ({ line: lineOf(path, key), why }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ line, why }) => (line === null ? why : `line ${line}: ${why}`));
  return sentences.length === 1 ? (sentences[0] ?? '') : [`${sentences.length} mistakes:`, ...sentences].join('\n');
}
