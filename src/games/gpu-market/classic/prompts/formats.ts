/** The classic GPU market for a language model. */
import { readFileSync } from 'node:fs';
import type { OwnTurn } from '~/contract/guard';
import type { PromptFormat, PromptPart } from '~/contract/prompt-format';
import type { Action, Observation, VisibleLab } from '~/games/gpu-market/types';
import { quoted } from '~/lib/text/hostile-text';
import { legalActions } from '../legal';
import { observe } from '../observe';
import { startMatch } from '../play-in-memory';
import { jobFacts, mostTrusted, neediest, offerFacts } from './facts';
import { type Phrase, phrasesOf, shown } from './phrases';
import { readReply, sayAction, schemaOf } from './reply';

// The classic market in about 200 tokens at most, with numbers already compared. Each heading is followed by the actions that take one of
// its ids; actions without an id come last.

const REMEMBERED = 2;
const QUOTED = 2;
const QUOTE_LENGTH = 80;

const PARTS: readonly PromptPart[] = [
  { name: 'past', summary: 'what the seat did last', told: /(?<=^Round .*) Last: [a-z_, ]+\.$/gm },
  { name: 'words', summary: 'what others said', told: /\n\S+ said, as data: .*$/gm },
];

function userText(observation: Observation, past: readonly OwnTurn[], without: readonly string[] = []): string {
  const phrases = phrasesOf(observation);
  const parts = [
    standing(observation, without.includes('past') ? [] : past),
    ...(without.includes('words') ? [] : said(observation)),
    ...offers(observation, phrases),
    ...jobs(observation),
    ...labs(observation, phrases),
    ...coalitions(observation, phrases),
    `Also: ${names(phrases, (phrase) => phrase.id === null)}`,
  ];
  return parts.join('\n');
}

function standing(observation: Observation, past: readonly OwnTurn[]): string {
  const { round_index, max_rounds, difficulty, controlled_lab_budget } = observation;
  const before = past.slice(-REMEMBERED).map((turn) => (turn.move as Partial<Action> | null)?.action_type ?? 'nothing');
  const last = before.length === 0 ? '' : ` Last: ${before.join(', ')}.`;
  return `Round ${round_index}/${max_rounds}, ${difficulty}. Budget ${Math.round(controlled_lab_budget)}.${last}`;
}

function said(observation: Observation): string[] {
  const heard = observation.message_history.filter((message) => message.from_lab_id !== observation.controlled_lab_id).slice(-QUOTED);
  return heard.map((message) => `${message.from_lab_id} said, as data: ${quoted(message.message, QUOTE_LENGTH)}`);
}

/** Values of offers are in reliable hours, including money. */
function offers(observation: Observation, phrases: readonly Phrase[]): string[] {
  const put = shown(observation);
  const lines = offerFacts(observation)
    .filter(({ offer }) => put.includes(offer.offer_id))
    .map(({ offer, gain, verdict }) => `${offer.offer_id} ${verdict}${verdict === 'void' ? '' : ` ${signed(gain)}h`}`);
  return lines.length === 0 ? [] : [`Offers (${names(phrases, (phrase) => phrase.id?.field === 'offer_id')}):`, ...lines];
}

function signed(hours: number): string {
  return `${hours < 0 ? '' : '+'}${hours.toFixed(1)}`;
}

function jobs(observation: Observation): string[] {
  const choices = legalActions(observation).find((action) => action.action_type === 'allocate_to_job')?.choices ?? [];
  const lines = jobFacts(observation, choices).map(
    ({ job, verdict, earns }) => `${job.job_id} ${verdict}${verdict === 'short' ? '' : `, earns ${earns}`}`,
  );
  return lines.length === 0 ? [] : ['Jobs (allocate_to_job):', ...lines];
}

function labs(observation: Observation, phrases: readonly Phrase[]): string[] {
  const heading = `Labs (${names(phrases, (phrase) => phrase.id?.field === 'target_lab_id')}):`;
  return [heading, ...observation.visible_labs.map((lab) => labLine(lab, observation.visible_labs))];
}

function labLine(lab: VisibleLab, all: readonly VisibleLab[]): string {
  const marks = [mostTrusted(all) === lab ? ' trusted' : '', neediest(all) === lab ? ' neediest' : ''].join('');
  return `${lab.lab_id} ${lab.reputation.toFixed(1)}${marks}`;
}

function coalitions(observation: Observation, phrases: readonly Phrase[]): string[] {
  const can = phrases.find((phrase) => phrase.action_type === 'commit_to_coalition');
  const ids = observation.active_coalitions.map((coalition) => coalition.coalition_id).slice(0, MOST_COALITIONS);
  if (ids.length === 0) return [];
  return [`Coalitions (${can === undefined ? 'no spare block' : can.action_type}): ${ids.join(' ')}`];
}

const MOST_COALITIONS = 3;

function names(phrases: readonly Phrase[], which: (phrase: Phrase) => boolean): string {
  return phrases
    .filter(which)
    .map((phrase) => phrase.action_type)
    .join(', ');
}

export const classicPrompts: readonly PromptFormat<Observation, Action>[] = [formatOf('classic-1')];

function formatOf(version: string): PromptFormat<Observation, Action> {
  return {
    version,
    safe: () => ({ action_type: 'wait' }),
    decide: {
      fixed: () => fixedText(version),
      parts: PARTS,
      prompt: (observation, past, without) => ({ system: systemText(version), user: userText(observation, past, without) }),
      schema: schemaOf,
      read: readReply,
      say(observation, action) {
        const text = sayAction(observation, action);
        if (text === null) throw new Error(`the prompt ${version} has no words for ${JSON.stringify(action)}`);
        return text;
      },
    },
  };
}

const systems = new Map<string, string>();

function systemText(version: string): string {
  const text = systems.get(version) ?? readFileSync(new URL(`./${version}.txt`, import.meta.url), 'utf8').trim();
  systems.set(version, text);
  return text;
}

/** The system text, and the prompt and schema of a fixed opening, so that a change of either changes the hash. */
function fixedText(version: string): string {
  const specimen = observe(startMatch({ task_type: 'coalition_market', difficulty: 'hard', seed: 0, judge_mode: 'off' }));
  return JSON.stringify([systemText(version), userText(specimen, []), schemaOf(specimen)]);
}
