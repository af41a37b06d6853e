/** An episode for a program that trains a language model: it is shown the prompt that Mandi asks its own models with, and answers with a reply. */
import { asTurn } from '~/agents/as-turn';
import { readReply } from '~/agents/read-reply';
import type { EnvLog, EnvScored, EnvSession, EnvStatus, EnvTurn } from '~/contract/env';
import type { Reading } from '~/contract/game';
import type { OwnTurn } from '~/contract/guard';
import type { PromptFormat } from '~/contract/prompt-format';
import { after, type Soon } from '~/lib/play/soon';
import { unknownName } from '~/lib/text/unknown-name';

/** `wanted`: a version, or true for the first, which is the newest. */
export function prompted(episode: EnvSession, prompts: readonly PromptFormat[], wanted: unknown): Reading<EnvSession> {
  const versions = prompts.map(({ version }) => version);
  const format = wanted === true ? prompts[0] : prompts.find(({ version }) => version === wanted);
  if (format === undefined) {
    const why = versions.length === 0 ? 'this game has no prompt' : unknownName('version', String(wanted).slice(0, 60), versions);
    return { ok: false, why: `prompt: ${why}` };
  }
  if (episode.seats.length !== 1) return { ok: false, why: 'prompt: it is for one seat; name one by seat' };
  return { ok: true, value: new PromptedSession(episode, format) };
}

class PromptedSession implements EnvSession {
  readonly #episode: EnvSession;
  readonly #format: PromptFormat;
  readonly #past: OwnTurn[] = [];
  #invalid = 0;

  constructor(episode: EnvSession, format: PromptFormat) {
    this.#episode = episode;
    this.#format = format;
  }

  get seats(): EnvSession['seats'] {
    return this.#episode.seats;
  }

  get turn(): number {
    return this.#episode.turn;
  }

  get mostSteps(): number | undefined {
    return this.#episode.mostSteps;
  }

  observe(): unknown {
    if (this.#episode.state().done) return { prompt: null };
    const { system, user } = this.#format.decide.prompt(this.#episode.observe(), this.#past);
    return { prompt: { system, user } };
  }

  /** As a schema, to which a reply can be held while it is written. */
  legal(): unknown {
    return this.#format.decide.schema(this.#episode.observe());
  }

  readMove(raw: unknown): Reading<unknown> {
    return replyIn(raw) === null ? this.#episode.readMove(raw) : { ok: true, value: raw };
  }

  /** A reply that is no legal action is played as the prompt's safe move, and marked. */
  step(raw: unknown): Soon<EnvTurn> {
    const seen = this.#episode.observe();
    const { round_index: round } = this.#episode.state();
    const reply = replyIn(raw);
    const read: Reading<unknown> = reply === null ? { ok: true, value: raw } : this.#read(seen, reply);
    const move = read.ok ? read.value : this.#format.safe(seen);
    const [seat = ''] = this.seats;
    this.#past.push(asTurn(seat, { turn: this.turn, round }, move));
    if (!read.ok) this.#invalid += 1;
    return after(this.#episode.step(move), ({ reward, done, metadata }) => ({
      observation: this.observe(),
      reward,
      done,
      metadata: { ...metadata, valid: read.ok, ...(!read.ok && { why: read.why }) },
    }));
  }

  state(): EnvStatus {
    const state = { ...this.#episode.state(), prompt: this.#format.version };
    return { ...state, invalid_actions: state.invalid_actions + this.#invalid };
  }

  scored(): EnvScored {
    return this.#episode.scored?.() ?? { score: this.#episode.state().cumulative_reward };
  }

  logs(): EnvLog[] {
    return this.#episode.logs();
  }

  close(): void {
    this.#episode.close?.();
  }

  #read(seen: unknown, reply: string): Reading<unknown> {
    const read = readReply(reply);
    return read.ok ? this.#format.decide.read(seen, read.value) : read;
  }
}

function replyIn(raw: unknown): string | null {
  return typeof raw === 'object' && raw !== null && 'reply' in raw && typeof raw.reply === 'string' ? raw.reply : null;
}
