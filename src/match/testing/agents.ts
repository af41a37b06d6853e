/** Agents for tests: a scripted backend behind the real gateway and the real model policy. */
import type { Agent, ModelSpec } from '~/agents/agent';
import { agentOf } from '~/agents/agent-spec';
import { BUILT_IN, SMOLLM2 } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import type { ChatModel, ChatReply, ChatRequest } from '~/inference/chat-model';
import { type Gateway, makeGateway } from '~/inference/gateway/gateway';
import { nullModel } from '~/inference/null/null-model';
import type { AgentStore } from '~/store/agent-store';
import { AgentService } from '../agent-service';

/** A backend that serves `brain`. By default, it answers like the constant null model. */
export class Brain implements ChatModel {
  readonly id = 'brain';
  /** `dies`: starts to write and breaks off. */
  does: 'answers' | 'hangs' | 'dies' | 'babbles' = 'answers';
  delayMs = 0;
  /** Digest of its weights. */
  digest: string | null = null;
  /** The build that it reports with an answer. */
  build: (asked: number) => string | null = () => null;
  asked: ChatRequest[] = [];
  calledOff = 0;
  private readonly null = nullModel('constant');

  async chat(request: ChatRequest): Promise<ChatReply> {
    this.asked.push(request);
    request.signal?.addEventListener('abort', () => {
      this.calledOff += 1;
    });
    for (const piece of ['{"', 'act', 'ion']) request.onText?.(piece, false);
    if (this.does === 'dies') throw new Error('the worker ended (SIGKILL)');
    if (this.does === 'hangs') await new Promise(() => undefined);
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const reply = await this.null.chat({ ...request, onText: () => undefined });
    const pin = { ...reply.pin, digest: this.digest ?? reply.pin.digest, runtime: this.build(this.asked.length) ?? reply.pin.runtime };
    return { ...reply, pin, backend: this.id, ...(this.does === 'babbles' && { text: 'I would rather talk about the weather.' }) };
  }

  state(): ReturnType<ChatModel['state']> {
    return { ...this.null.state(), id: this.id, kind: 'openai', serves: [{ name: 'brain', digest: null, adapters: [], context: null }] };
  }

  async close(): Promise<void> {}
}

/** `brain` with this spec, and the agents included with Mandi. */
export function service(
  brain: Brain,
  store: AgentStore | null,
  ...[spec = {}, plays]: [Partial<ModelSpec>?, Agent['plays']?]
): { agents: AgentService; gateway: Gateway } {
  const gateway = makeGateway({ backends: [brain, nullModel('random'), nullModel('constant')], retry: { times: 0 } });
  const builtIn = [...BUILT_IN, brainAgent(spec, plays)];
  const makes = (agent: Agent) => makePlayer(agent, { chat: gateway });
  return { gateway, agents: new AgentService({ builtIn, store, makePlayer: makes, backends: () => gateway.backends() }) };
}

export function brainAgent(spec: Partial<ModelSpec> = {}, plays: Agent['plays'] = ['gpu-market/open', 'gpu-market/classic']): Agent {
  const words = { name: 'brain', title: 'Brain', summary: '', owner: '', licence: '', plays };
  const whole: ModelSpec = { ...SMOLLM2, model: 'brain', turnSeconds: 0.4, repairs: 0, ...spec };
  return agentOf({ ...words, spec: whole }, { version: 1, createdAt: '2026-11-21T00:00:00.000Z' });
}
