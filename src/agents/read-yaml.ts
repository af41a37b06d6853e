import { parseDocument } from 'yaml';
import type { Reading } from '~/games/game';
import { sentence } from './turn-draft';

/** Files that refer to one part so often are meant to burst. */
const MOST_ALIASES = 20;

/** A value written as YAML, of which JSON is a part. */
export function readYaml(text: string): Reading<unknown> {
  const document = parseDocument(text, { uniqueKeys: true });
  const [wrong] = document.errors;
  if (wrong !== undefined) return { ok: false, why: wrong.message.split('\n')[0] ?? 'It cannot be read.' };
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: MOST_ALIASES }) };
  } catch (fault) {
    return { ok: false, why: sentence(fault) };
  }
}
