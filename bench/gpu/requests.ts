/** What a trained agent asks its model in real matches, recorded to be asked again of workers on different devices. */
import { BUILT_IN } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import { playMatch } from '~/cli/play-match';
import { memoryServices } from '~/cli/services';
import type { ChatRequest } from '~/inference/chat-model';
import { nullModel } from '~/inference/null/null-model';
import { AgentService } from '~/match/agent-service';

/** The parts of a request that are kept in a file. */
export type KeptRequest = Pick<ChatRequest, 'messages' | 'sampling' | 'schema'>;

const AGENT = 'smollm2-classic';
const TASKS = ['coalition_market', 'market_round', 'single_trade'];
const MOST_MATCHES = 3_000;

/**
 * This many different requests of the agent, from classic matches that a null model plays in its place. The order puts turns of one match
 * far apart, so that no request finds the prompt of its own last turn cached.
 */
export async function collectRequests(count: number): Promise<KeptRequest[]> {
  const found = new Map<string, KeptRequest>();
  const chooser = nullModel('random');
  const agents = new AgentService({
    builtIn: BUILT_IN,
    store: null,
    makePlayer: (agent) =>
      makePlayer(agent, {
        chat: {
          chat: (request) => {
            const { messages, sampling, schema } = request;
            found.set(JSON.stringify(messages), { messages, sampling: { ...sampling, temperature: 0 }, schema });
            return chooser.chat(request);
          },
        },
      }),
    backends: () => [],
  });
  const services = { ...memoryServices(), agents };
  for (let seed = 0; found.size < count && seed < MOST_MATCHES; seed += 1) {
    const task = TASKS[seed % TASKS.length] ?? '';
    await playMatch(services, { ruleset: 'classic', task, seed, policy: 'rule_based_expert', judgeMode: 'off', seats: { lab_0: AGENT } });
  }
  if (found.size < count) throw new Error(`only ${found.size} different requests were found, not ${count}`);
  const all = [...found.values()].slice(0, count);
  const stride = strideOf(count);
  return all.map((_, index) => all[(index * stride) % count] as KeptRequest);
}

/** Near the golden section of the count and coprime to it, so that every request comes once. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(count * 0.618));
  while (divisor(stride, count) !== 1) stride += 1;
  return stride;
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}
