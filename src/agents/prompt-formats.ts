/** The games' prompt formats, looked up for agents. */
import { createHash } from 'node:crypto';
import type { GameKey } from '~/contract/game-ref';
import type { PromptFormat } from '~/contract/prompt-format';
import { packOf } from '~/games/packs';
import { findGame, GAMES } from '~/games/registry';

/** The default first; [] if models cannot play the game. Without a version, those of the newest. */
export function promptsOf({ key, version }: { key: GameKey; version?: number }): readonly PromptFormat[] {
  const game = findGame(key, version);
  return game === null ? [] : packOf(game.ref).prompts;
}

/**
 * The version that an agent names, or one that replaces it in this game; otherwise the game's default. Every turn records the version used.
 */
export function promptFor(game: { key: GameKey; version?: number }, wanted?: string): PromptFormat | null {
  const formats = promptsOf(game);
  const named = formats.find(({ version }) => version === wanted) ?? formats.find(({ standsFor = [] }) => standsFor.includes(wanted ?? ''));
  return named ?? formats[0] ?? null;
}

/** Games that models can play. */
export function modelGames(): GameKey[] {
  return [...new Set(GAMES.flatMap(({ ref }) => (promptsOf(ref).length > 0 ? [ref.key] : [])))];
}

const hashes = new WeakMap<PromptFormat, string>();

/** `sha256:…` of the part of a version that is the same in every turn, over both stages. Identifies the prompt. */
export function promptHash(format: PromptFormat): string {
  const hash = hashes.get(format) ?? `sha256:${createHash('sha256').update(fixedOf(format)).digest('hex')}`;
  hashes.set(format, hash);
  return hash;
}

function fixedOf({ decide, write }: PromptFormat): string {
  return write === undefined ? decide.fixed() : JSON.stringify([decide.fixed(), write.fixed()]);
}
