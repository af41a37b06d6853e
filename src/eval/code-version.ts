import { readFileSync } from 'node:fs';

/** The version in package.json. */
export function codeVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const card: unknown = JSON.parse(text);
  if (typeof card === 'object' && card !== null && 'version' in card && typeof card.version === 'string') return card.version;
  throw new Error('package.json has no version');
}
