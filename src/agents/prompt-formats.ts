/** The prompt formats of the games, as agents ask for them. */
import { createHash } from 'node:crypto';
import type { GameKey } from '~/contract/game-ref';
import type { PromptFormat } from '~/contract/prompt-format';
import { packOf } from '~/games/packs';
import { findGame, GAMES } from '~/games/registry';

/** The default first; [] where no model can play. Without a version those of the newest. */
export function promptsOf({ key, version }: { key: GameKey; version?: number }): readonly PromptFormat[] {
  const game = findGame(key, version);
  return game === null ? [] : packOf(game.ref).prompts;
}

/** The version that an agent names where the game has it or one that stands for it, else the game's default. Every turn names the one it was asked in. */
export function promptFor(game: { key: GameKey; version?: number }, wanted?: string): PromptFormat | null {
  const formats = promptsOf(game);
  const named = formats.find(({ version }) => version === wanted) ?? formats.find(({ standsFor = [] }) => standsFor.includes(wanted ?? ''));
  return named ?? formats[0] ?? null;
}

/** Games that a model can play. */
export function modelGames(): GameKey[] {
  return [...new Set(GAMES.flatMap(({ ref }) => (promptsOf(ref).length > 0 ? [ref.key] : [])))];
}

const hashes = new WeakMap<PromptFormat, string>();

/** `sha256:…` of what is the same in every turn of a version, both stages: it says which prompt a model was asked with. */
export function promptHash(format: PromptFormat): string {
  const hash = hashes.get(format) ?? `sha256:${createHash('sha256').update(fixedOf(format)).digest('hex')}`;
  hashes.set(format, hash);
  return hash;
}

function fixedOf({ decide, write }: PromptFormat): string {
  return write === undefined ? decide.fixed() : JSON.stringify([decide.fixed(), write.fixed()]);
}
