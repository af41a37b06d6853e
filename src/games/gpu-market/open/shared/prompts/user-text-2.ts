/**
 * The prompt of the open market, second version. Options have a share of the prompt that other labs' words cannot take. The words of
 * others share what is left evenly, one line per lab, and the prompt says what was cut. The first version (`user-text-1.ts`) keeps its
 * bytes, because models were trained on it.
 */

import type { OwnTurn } from '~/contract/guard';
import { quoted } from '~/lib/text/hostile-text';
import type { OpenFacts } from '../observation';
import type { OpenOption } from './option';
import { blockLine, done, headingOf, jobLine, lineOf, othersOf, standing, TOLD, tokensOf } from './user-text-1';

/** Tokens, by `tokensOf`. Options get whatever the facts and the words of others leave over. */
const ALL = 420;
const FOR_OPTIONS = 200;
const FOR_JOBS = 70;
const FOR_BLOCKS = 70;
const FOR_WORDS = 80;
/** Fewer tokens of a message tell a reader nothing. */
const LEAST_WORDS = 12;
const HEARD_CHARACTERS = 100;
const HEARD_ROUNDS = 2;
/** Lines of one form. */
const MOST_LINES = 6;

export interface Told {
  user: string;
  cut: string[];
}

export interface Said {
  from: string;
  round: number;
  text: string;
}

/** What a later version adds. */
export interface More {
  /** Tokens of the whole prompt. */
  all: number;
  /** Types of actions whose best options are shown. */
  told: readonly string[];
  /** Lines on what is open now. */
  standing(cut: string[]): string[];
  said: readonly Said[];
}

const NO_MORE: More = { all: ALL, told: TOLD, standing: () => [], said: [] };

/** `told`: the seat's last turns, alone or with what a later version adds. */
export function userText2(
  observation: OpenFacts,
  options: readonly OpenOption[],
  told: readonly OwnTurn[] | (More & { past: readonly OwnTurn[] }),
): Told {
  const more = 'past' in told ? told : { ...NO_MORE, past: told };
  const cut: string[] = [];
  const { private_jobs, owned_blocks } = observation;
  const jobs = private_jobs.filter((job) => !job.settled).map(jobLine);
  const free = owned_blocks.filter((block) => block.hours_left > 0 && block.allocated_to_job_id === null).map(blockLine);
  const facts = [
    standing(observation),
    ...(jobs.length === 0 ? ['Your jobs are done.'] : ['Your jobs:', ...fitting(jobs, { room: FOR_JOBS, what: 'jobs', cut })]),
    ...(free.length === 0
      ? ['You have no free blocks.']
      : ['Your free blocks:', ...fitting(free, { room: FOR_BLOCKS, what: 'blocks', cut })]),
    ...more.standing(cut),
    ...heard(observation, more.said, cut),
    ...done(observation, more.past),
  ].join('\n');
  const actions = choices(options, { room: Math.max(FOR_OPTIONS, more.all - tokensOf(facts)), told: more.told, cut });
  return { user: `${facts}\nActions:\n${actions}`, cut };
}

interface Room {
  /** Tokens. */
  room: number;
  what: string;
  cut: string[];
}

/** As many lines as fit, at least one, and how many were left out. */
export function fitting(lines: readonly string[], { room, what, cut }: Room): string[] {
  let left = room;
  const shown = lines.filter((line, place) => {
    left -= tokensOf(line) + 1;
    return place === 0 || left >= 0;
  });
  return [...shown, ...cutLine(lines.length - shown.length, what, cut)];
}

function cutLine(count: number, what: string, cut: string[]): string[] {
  if (count === 0) return [];
  cut.push(`${count} ${what}`);
  return [`… and ${count} more ${what}`];
}

/** The newest words of each lab, one line each, quoted so that they cannot end the quote. All labs have the same room. */
export function heard(observation: OpenFacts, more: readonly Said[], cut: string[]): string[] {
  const newest = newestWords(observation, more);
  if (newest.size === 0) return [];
  const speakers = [...newest].slice(0, Math.floor(FOR_WORDS / LEAST_WORDS));
  const share = Math.floor(FOR_WORDS / speakers.length);
  const lines = speakers.map(([from, text]) => `${from} ${shortened(text, share)}`);
  return ['Others said:', ...lines, ...cutLine(newest.size - speakers.length, 'labs that spoke', cut)];
}

/** By lab: its newest text. The lab that spoke last comes first. */
function newestWords(observation: OpenFacts, more: readonly Said[]): Map<string, string> {
  const { message_history, active_offers, active_coalitions, public_market, controlled_lab_id: me, round_index } = observation;
  const said = [
    ...message_history.map((one) => ({ from: one.from_lab_id, round: one.round_index, text: one.message })),
    ...active_offers.map((one) => ({ from: one.from_lab_id, round: one.round_created, text: one.message })),
    ...active_coalitions.map((one) => ({ from: one.founder, round: one.round_created, text: one.message ?? '' })),
    ...public_market.verdicts.flatMap(({ round_index: round, pitches }) =>
      pitches.map((one) => ({ from: one.lab_id, round, text: one.pitch })),
    ),
    ...more,
  ].filter((one) => one.from !== me && one.text !== '' && one.round >= round_index - HEARD_ROUNDS);
  const words = new Map<string, string>();
  for (const { from, text } of said.toSorted((a, b) => b.round - a.round)) if (!words.has(from)) words.set(from, text);
  return words;
}

function shortened(text: string, room: number): string {
  let characters = HEARD_CHARACTERS;
  let line = quoted(text, characters);
  while (tokensOf(line) > room && characters > 1) {
    characters = Math.max(1, Math.min(characters - 1, Math.floor((characters * room) / tokensOf(line))));
    line = quoted(text, characters);
  }
  return line;
}

/** Always the best option of each form, then the second best of each, and so on while there is room. The rest is counted. */
function choices(options: readonly OpenOption[], { room, told, cut }: Pick<Room, 'room' | 'cut'> & { told: readonly string[] }): string {
  const also = `Also: ${othersOf(options, told)}`;
  const groups = new Map<string, { lines: string[]; shown: number }>();
  for (const type of told) {
    for (const one of options.filter(({ action }) => action.action_type === type)) {
      const group = groups.get(headingOf(one)) ?? { lines: [], shown: 0 };
      group.lines.push(lineOf(one));
      groups.set(headingOf(one), group);
    }
  }
  let left = [...groups.keys(), also].reduce((sum, heading) => sum - tokensOf(heading) - 2, room);
  for (let place = 0; place < MOST_LINES; place++) {
    for (const group of groups.values()) {
      const line = group.lines[place];
      if (line === undefined || group.shown < place || (place > 0 && left < tokensOf(line) + 1)) continue;
      left -= tokensOf(line) + 1;
      group.shown = place + 1;
    }
  }
  const all = [...groups.values()].reduce((sum, { lines, shown }) => sum + lines.length - shown, 0);
  const shown = [...groups].map(([heading, group]) => [`${heading}:`, ...group.lines.slice(0, group.shown)].join('\n'));
  return [...shown, ...cutLine(all, 'options', cut), also].join('\n');
}
