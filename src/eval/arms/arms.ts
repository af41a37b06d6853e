/** What `eval --ablate` and `eval --ladder` compare: the ways in which agents are asked, read from flags. */
import { promptFor, promptsOf } from '~/agents/prompt-formats';
import type { Reading } from '~/contract/game';
import type { GameRef } from '~/contract/game-ref';
import type { PromptFormat } from '~/contract/prompt-format';
import { unknownName } from '~/lib/text/unknown-name';

/** One way to ask. */
export interface Arm {
  name: string;
  /** The version of the prompt. */
  prompt: string;
  /** Parts of it that are left out. */
  without: readonly string[];
}

/** The first is what the others are held against. */
export type Arms = readonly [Arm, ...Arm[]];

/** One line of a report: a player asked in one way. */
export interface Cell {
  /** Unique in the run. */
  id: string;
  kind: 'agent' | 'null';
  /** `name@version`; of a null model its kind. */
  player: string;
  arm: Arm;
  /** Of a ladder. */
  rung?: string;
}

export const NULL_KINDS = ['random', 'constant'] as const;

/** Rungs of a ladder, from below. Null models are always its lowest. */
export const RUNGS = ['untrained', 'fine-tuned', 'trained', 'larger'] as const;
export type Rung = (typeof RUNGS)[number];

/**
 * `words`, `words+jobs` (both together) or a version of the prompt, separated by commas. The base is the first version that is listed with
 * another, otherwise the agent's own.
 */
export function readArms(text: string, game: GameRef, own: string): Reading<Arms> {
  const base = promptFor(game, own);
  if (base === null) return { ok: false, why: `no model can play ${game.key} yet` };
  const formats = promptsOf(game);
  const items = text.split(',').map((item) => item.trim());
  const twice = items.find((item, at) => items.indexOf(item) !== at);
  if (twice !== undefined) return { ok: false, why: `--ablate: ${twice} is listed twice` };
  const versions = items.filter((item) => formats.some(({ version }) => version === item));
  if (versions.length > 0) return ofVersions(items, versions, base);
  const arms: Arm[] = [];
  for (const item of items) {
    const read = readParts(item, base, formats);
    if (!read.ok) return read;
    arms.push({ name: `without ${read.value.join(' and ')}`, prompt: base.version, without: read.value });
  }
  return { ok: true, value: [{ name: 'whole', prompt: base.version, without: [] }, ...arms] };
}

function ofVersions(items: readonly string[], versions: readonly string[], own: PromptFormat): Reading<Arms> {
  if (versions.length < items.length)
    return { ok: false, why: '--ablate: name versions of the prompt or parts of one, not both in one run' };
  const listed = versions.length > 1 ? versions : [own.version, ...versions];
  const arms = [...new Set(listed)].map((version): Arm => ({ name: version, prompt: version, without: [] }));
  const [first, ...others] = arms;
  if (first === undefined || others.length === 0)
    return { ok: false, why: `--ablate: the agent already uses ${own.version}; name another version, or parts to leave out` };
  return { ok: true, value: [first, ...others] };
}

function readParts(item: string, { version, decide }: PromptFormat, formats: readonly PromptFormat[]): Reading<string[]> {
  const known = (decide.parts ?? []).map(({ name }) => name);
  const named = item.split('+').map((one) => one.trim());
  const stray = named.find((name) => !known.includes(name));
  if (stray === undefined) return { ok: true, value: known.filter((name) => named.includes(name)) };
  const others = formats.map((format) => format.version).filter((one) => one !== version);
  if (known.length === 0 && others.length > 0)
    return { ok: false, why: `--ablate: ${version} has no parts that can be left out; other versions: ${others.join(', ')}` };
  const why = unknownName('part of the prompt', stray, known);
  return { ok: false, why: `--ablate: ${why}${others.length > 0 ? `; or a version: ${others.join(', ')}` : ''}` };
}

/** `untrained=smollm2,trained=sauda`: at least two rungs, each once. */
export function readLadder(text: string): Reading<{ rung: Rung; typed: string }[]> {
  const found: { rung: Rung; typed: string }[] = [];
  for (const item of text.split(',').map((one) => one.trim())) {
    const [name = '', typed = ''] = item.split('=', 2).map((one) => one.trim());
    const rung = RUNGS.find((one) => one === name);
    if (rung === undefined) return { ok: false, why: `--ladder: ${unknownName('rung', name, RUNGS)}` };
    if (typed === '') return { ok: false, why: `--ladder: ${rung} needs an agent, e.g. ${rung}=smollm2` };
    if (found.some((one) => one.rung === rung)) return { ok: false, why: `--ladder: ${rung} is listed twice` };
    found.push({ rung, typed });
  }
  if (found.length < 2) return { ok: false, why: '--ladder: name at least two rungs, e.g. untrained=smollm2,trained=sauda' };
  return { ok: true, value: found.toSorted((a, b) => RUNGS.indexOf(a.rung) - RUNGS.indexOf(b.rung)) };
}

/** Every way to ask with the agent and both null models. */
export function cellsOfArms(arms: Arms, player: string): Cell[] {
  return arms.flatMap((arm): Cell[] => [
    { id: `${player} ${arm.name}`, kind: 'agent', player, arm },
    ...NULL_KINDS.map((kind): Cell => ({ id: `null-${kind} ${arm.name}`, kind: 'null', player: `null-${kind}`, arm })),
  ]);
}

/** Every rung asked in the same way, above both null models. */
export function cellsOfLadder(rungs: readonly { rung: Rung; ref: string }[], arm: Arm): Cell[] {
  return [
    ...NULL_KINDS.map((kind): Cell => ({ id: `null-${kind}`, kind: 'null', player: `null-${kind}`, arm, rung: 'null' })),
    ...rungs.map(({ rung, ref }): Cell => ({ id: `${rung} ${ref}`, kind: 'agent', player: ref, arm, rung })),
  ];
}
