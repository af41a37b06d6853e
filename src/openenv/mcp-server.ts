/** The market as a server of the Model Context Protocol, by its official SDK: one client, one episode after the other. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ARENAS } from '~/eval/arenas';
import { EpisodeDesk, type Refused } from './episode-desk';
import type { DoorMeans } from './means';
import { SCHEMAS } from './schemas';

const TEXT = { type: 'string' } as const;
const NOTHING = { type: 'object', properties: {}, additionalProperties: false } as const;

const RESET = {
  type: 'object',
  properties: {
    ruleset: { ...TEXT, enum: [...new Set(ARENAS.map(({ ruleset }) => ruleset))] },
    task: { ...TEXT, enum: [...new Set(ARENAS.flatMap(({ tasks }) => tasks.map(({ id }) => id)))] },
    seed: { type: 'integer', minimum: 0, description: 'The same seed and moves are the same episode.' },
    seat: { ...TEXT, description: 'Ruleset open: which lab is yours, e.g. lab_0.' },
    opponents: { description: 'Ruleset open: a policy by name for all other seats, a list in their order, or an object by seat.' },
    reward: {
      ...TEXT,
      enum: ['classic', 'potential'],
      description: 'Ruleset open: potential pays in every round; else the end pays the gain.',
    },
    judge_mode: TEXT,
  },
} as const;

const ACT = {
  type: 'object',
  properties: {
    action: SCHEMAS.action,
    actions: { type: 'array', items: SCHEMAS.action, description: 'Ruleset open: up to four actions in one turn.' },
  },
} as const;

const TOOLS = [
  { name: 'reset', description: 'Begins a new episode and shows what your lab sees. One that runs is left.', inputSchema: RESET },
  { name: 'observe', description: 'What your lab knows now. Changes nothing.', inputSchema: NOTHING },
  {
    name: 'legal_actions',
    description: 'The actions that would not be refused now, with what their fields may hold.',
    inputSchema: NOTHING,
  },
  {
    name: 'act',
    description: 'Plays one round: an action such as {"action_type":"wait"}, or several. Answers observation, reward and done.',
    inputSchema: ACT,
  },
];

/** Speaks once it is connected to a transport; `mandi mcp` connects it to standard input and output. */
export function mcpServer(version: string, means: DoorMeans = {}): Server {
  const desk = new EpisodeDesk(means);
  const server = new Server(
    { name: 'mandi', version },
    {
      capabilities: { tools: {} },
      instructions: 'A market of AI labs that are short of GPU time; one lab is yours. Call reset, then legal_actions and act until done.',
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => call(desk, params.name, params.arguments ?? {}));
  return server;
}

async function call(desk: EpisodeDesk, name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  switch (name) {
    case 'reset':
      return told(await desk.reset(args));
    case 'observe':
      return told(await desk.look());
    case 'legal_actions': {
      const answer = await desk.legal();
      return answer.ok ? content({ legal_actions: answer.legal }) : wrong(answer.message);
    }
    case 'act':
      return act(desk, args);
    default:
      return wrong(`there is no tool ${JSON.stringify(name).slice(0, 80)}; there is ${TOOLS.map((tool) => tool.name).join(', ')}`);
  }
}

async function act(desk: EpisodeDesk, { action, actions, ...strange }: Record<string, unknown>): Promise<CallToolResult> {
  const isOne = (action === undefined) !== (actions === undefined);
  if (!isOne || Object.keys(strange).length > 0) return wrong('act: give either action or actions, and nothing else');
  return told(await desk.step(action === undefined ? { actions } : action));
}

function told(answer: ({ ok: true } & object) | Refused): CallToolResult {
  if (isRefused(answer)) return wrong(answer.message);
  const { ok: _, ...shown } = answer;
  return content(shown);
}

function isRefused(answer: ({ ok: true } & object) | Refused): answer is Refused {
  return !answer.ok;
}

/** As text for a model, and as it is for a program. */
function content(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } };
}

/** A tool that could not do as asked: a model reads why and tries again. */
function wrong(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
