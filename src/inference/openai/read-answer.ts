/** Reads and validates a response of an OpenAI-compatible server, in one piece or as a stream. */
import { z } from 'zod';
import { BackendFault } from '../backend-fault';
import type { TokenCount, Written } from '../chat-model';

export interface Answer {
  text: string;
  end: 'stop' | 'length';
  /** null: the server does not count. */
  tokens: TokenCount | null;
  /** null if log-probabilities are missing for any piece. */
  written: Written | null;
  /** Model and build as reported by the server. */
  runtime: string | null;
  /** Number of chunks; 1 for a response in one piece. */
  pieces: number;
  /** `performance.now` at the first chunk, including thoughts; null: it came in one piece. */
  firstAt: number | null;
}

const usage = z.object({
  prompt_tokens: z.number().int().nonnegative(),
  completion_tokens: z.number().int().nonnegative(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().int().nonnegative().nullish() }).nullish(),
});

const about = {
  model: z.string().max(500).nullish(),
  system_fingerprint: z.string().max(500).nullish(),
  usage: usage.nullish().catch(null),
};

const words = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });

const id = z.number().int().nonnegative();
/** Per token: llama.cpp's server includes an id in each entry, vLLM lists ids separately. Invalid lists are ignored. */
const byToken = {
  logprobs: z
    .object({ content: z.array(z.object({ logprob: z.number(), id: id.nullish() })).nullish() })
    .nullish()
    .catch(null),
  token_ids: z.array(id).nullish().catch(null),
};
type ByToken = { [field in keyof typeof byToken]?: z.infer<(typeof byToken)[field]> };

const whole = z.object({
  ...about,
  choices: z.array(z.object({ ...byToken, message: words, finish_reason: z.string().nullish() })).min(1),
});

const chunk = z.object({
  error: z.unknown().optional(),
  ...about,
  choices: z.array(z.object({ ...byToken, delta: words.nullish(), finish_reason: z.string().nullish() })).nullish(),
});

/** The server, and the maximum number of characters. */
export interface Reader {
  id: string;
  longest: number;
}

export function readWhole(value: unknown, { id, longest }: Reader): Answer {
  const read = whole.safeParse(value);
  if (!read.success) throw new BackendFault('bad_reply', `${id} answered with something that is not a chat completion.`);
  const [choice] = read.data.choices;
  const tokens = tokensOf(read.data.usage);
  const { content, refusal } = choice?.message ?? {};
  if ((content ?? '').length > longest) throw tooLong(id, longest);
  const told = new Told();
  told.hear(choice ?? {}, content ?? '');
  return conclude(
    { text: content ?? '', finish: choice?.finish_reason ?? 'stop', refusal: refusal ?? '' },
    { id, tokens, written: told.written(), runtime: runtimeOf(read.data), pieces: 1, firstAt: null },
  );
}

/** `hear` receives the answer as it arrives, without thoughts. A stream that ends without an end marker was cut off. */
export async function readStream(events: AsyncIterable<string>, { id, longest }: Reader, hear: (piece: string) => void): Promise<Answer> {
  const filter = new ThoughtFilter();
  const told = new Told();
  let text = '';
  let refusal = '';
  let finish: string | null = null;
  let tokens: TokenCount | null = null;
  let runtime: string | null = null;
  let pieces = 0;
  let firstAt: number | null = null;
  for await (const event of events) {
    if (event.startsWith('[DONE]')) break;
    const read = chunk.safeParse(JSON.parse(event));
    if (!read.success) throw new BackendFault('bad_reply', `${id} streamed something that is not part of a chat completion.`);
    const { data } = read;
    if (data.error !== undefined && data.error !== null) {
      throw new BackendFault('bad_reply', `${id} reported an error in the middle of its answer.`, { again: true, spent: tokens });
    }
    const [choice] = data.choices ?? [];
    tokens = tokensOf(data.usage) ?? tokens;
    runtime ??= runtimeOf(data);
    finish = choice?.finish_reason ?? finish;
    refusal += choice?.delta?.refusal ?? '';
    firstAt ??= choice?.delta ? performance.now() : null;
    const piece = choice?.delta?.content ?? '';
    told.hear(choice ?? {}, piece);
    if (piece === '') continue;
    pieces += 1;
    text += piece;
    if (text.length > longest) throw tooLong(id, longest);
    const shown = filter.push(piece);
    if (shown !== '') hear(shown);
  }
  if (finish === null) throw new BackendFault('bad_reply', `${id} stopped in the middle of its answer.`, { again: true, spent: tokens });
  return conclude({ text, finish, refusal }, { id, tokens, written: told.written(), runtime, pieces, firstAt });
}

/** Collects token data from chunks. If a chunk of text has none, nothing is kept. */
class Told {
  private readonly ids: number[] = [];
  private readonly logprobs: number[] = [];
  private hasGap = false;

  hear({ logprobs, token_ids }: ByToken, text: string): void {
    const tokens = logprobs?.content ?? [];
    if (tokens.length === 0 && text !== '') this.hasGap = true;
    this.logprobs.push(...tokens.map(({ logprob }) => Math.min(0, logprob)));
    this.ids.push(...(token_ids ?? tokens.flatMap((token) => token.id ?? [])));
  }

  written(): Written | null {
    if (this.hasGap || this.logprobs.length === 0) return null;
    return { ids: this.ids.length === this.logprobs.length ? this.ids : null, logprobs: this.logprobs };
  }
}

function tooLong(id: string, longest: number): BackendFault {
  return new BackendFault(
    'bad_reply',
    `${id} sent an answer that is too long: over ${longest} characters, more than its token limit allows.`,
  );
}

interface Said {
  text: string;
  finish: string;
  refusal: string;
}

function conclude({ text, finish, refusal }: Said, { id, ...facts }: Omit<Answer, 'text' | 'end'> & { id: string }): Answer {
  const answer = withoutThoughts(text);
  const spent = facts.tokens;
  if (finish === 'content_filter') throw new BackendFault('refused', `${id} filtered out its own answer.`, { spent });
  if (answer === '' && refusal !== '') throw new BackendFault('refused', `${id} refused to answer.`, { spent });
  if (answer === '' && finish !== 'length') throw new BackendFault('bad_reply', `${id} sent an empty answer.`, { spent });
  return { text: answer, end: finish === 'length' ? 'length' : 'stop', ...facts };
}

function tokensOf(read: z.infer<typeof usage> | null | undefined): TokenCount | null {
  if (!read) return null;
  return { prompt: read.prompt_tokens, cached: read.prompt_tokens_details?.cached_tokens ?? null, completion: read.completion_tokens };
}

function runtimeOf({
  model,
  system_fingerprint,
}: {
  model?: string | null | undefined;
  system_fingerprint?: string | null | undefined;
}): string | null {
  return [model, system_fingerprint].filter((part) => typeof part === 'string' && part !== '').join(' ') || null;
}

// Some models write their thoughts before the answer: `<think> … </think>`. Thoughts are not part of the answer.

const OPENING = /^\s*<(think|thinking|thought|reasoning)>/;
const OPENINGS = ['<think>', '<thinking>', '<thought>', '<reasoning>'];
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>/;
const LONGEST_CLOSING = '</reasoning>'.length;

/** The answer in a whole text. Some servers drop the opening tag but leave the closing one. An unfinished thought leaves no answer. */
export function withoutThoughts(text: string): string {
  const closing = CLOSING.exec(text);
  if (closing) return withoutThoughts(text.slice(closing.index + closing[0].length).trimStart());
  return OPENING.test(text) ? '' : text;
}

/** The same for a text that arrives in pieces. */
export class ThoughtFilter {
  private mode: 'unknown' | 'thinking' | 'answering' = 'unknown';
  private held = '';
  private hasThought = false;

  /** The part of the answer that this piece adds; '' during a thought or a possible opening tag. */
  push(piece: string): string {
    if (this.mode === 'answering') return piece;
    this.held += piece;
    if (this.mode === 'unknown') this.mode = this.begin();
    return this.mode === 'thinking' ? this.think() : this.mode === 'answering' ? this.flush() : '';
  }

  private begin(): 'unknown' | 'thinking' | 'answering' {
    if (OPENING.test(this.held)) return 'thinking';
    const start = this.held.trimStart();
    return OPENINGS.some((opening) => opening.startsWith(start)) ? 'unknown' : 'answering';
  }

  private think(): string {
    const closing = CLOSING.exec(this.held);
    if (!closing) {
      this.held = this.held.slice(-LONGEST_CLOSING);
      return '';
    }
    this.held = this.held.slice(closing.index + closing[0].length);
    this.hasThought = true;
    this.mode = this.begin();
    if (this.mode === 'thinking') return this.think();
    return this.mode === 'answering' ? this.flush() : '';
  }

  private flush(): string {
    const text = this.hasThought ? this.held.trimStart() : this.held;
    this.held = '';
    return text;
  }
}
