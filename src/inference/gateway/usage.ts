/** What a backend says that it has counted, held to what can be true: budgets and prices are paid by it, and a server may lie. */
import type { ChatRequest, TokenCount } from '../chat-model';

const CHARACTERS_A_TOKEN = 4;
/** Tokenizers differ; none needs less than a quarter of the usual. */
const SPREAD = 4;
/** Of chat templates and a server's own system prompt. */
const SPARE_PROMPT = 1_024;

type Sent = Pick<ChatRequest, 'messages' | 'sampling' | 'schema'>;

/** Mandi's own estimate, marked as such, where the count is more than was sent and allowed, or less than the text can hold. */
export function boundedUsage(tokens: TokenCount, request: Sent, text: string): TokenCount {
  const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  const bytes = request.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const schema = request.schema === null ? 0 : JSON.stringify(request.schema).length;
  const prompt = Math.ceil(characters / CHARACTERS_A_TOKEN);
  const completion = Math.min(Math.ceil(text.length / CHARACTERS_A_TOKEN), request.sampling.maxTokens);
  const isPrompt = within(tokens.prompt, prompt / SPREAD, bytes + schema + SPARE_PROMPT);
  const isCompletion = within(tokens.completion, completion / SPREAD, request.sampling.maxTokens);
  const isCached = tokens.cached === null || within(tokens.cached, 0, tokens.prompt);
  if (isPrompt && isCompletion && isCached) return tokens;
  return {
    prompt: isPrompt ? tokens.prompt : prompt,
    cached: isPrompt && isCached ? tokens.cached : null,
    completion: isCompletion ? tokens.completion : completion,
    estimated: true,
  };
}

function within(value: number, least: number, most: number): boolean {
  return value >= Math.floor(least) && value <= most;
}
