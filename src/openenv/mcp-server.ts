/** The environment as a server of the Model Context Protocol, with its official SDK. */
import { type CallToolResult, Server, type Tool } from '@modelcontextprotocol/server';
import { type EpisodeService, NO_EPISODE, type Refused, type Shown } from './episode-service';
import type { McpEpisodes } from './mcp-episodes';
import { episodeReset } from './reset-schema';
import { aboutGames, actionSchemas } from './schemas';

type Properties = NonNullable<Tool['inputSchema']['properties']>;

const TEXT = { type: 'string' } as const;

const EPISODE = { ...TEXT, description: 'The id that reset answered.' } as const;

/** Input schemas of the tools. If episodes have ids, every tool except reset needs one. */
export function mcpTools(named: boolean): Tool[] {
  const reset = episodeReset();
  const episode: Properties = named ? { episode: EPISODE } : {};
  const shape = (properties: Properties) => ({
    type: 'object' as const,
    properties: { ...properties, ...episode },
    ...(named && { required: ['episode'] }),
    additionalProperties: false,
  });
  return [
    {
      name: 'reset',
      description: named
        ? 'Starts an episode and shows what your seat sees. Answers its id as `episode`: pass it to the other tools. With `episode`, that one starts over.'
        : 'Starts an episode and shows what your seat sees. An episode that is still running is abandoned.',
      inputSchema: { ...reset, properties: { ...reset.properties, ...episode } },
    },
    { name: 'observe', description: 'What your seat knows now. Changes nothing.', inputSchema: shape({}) },
    {
      name: 'legal_actions',
      description: 'The actions that would be accepted now, with the values that their fields may take.',
      inputSchema: shape({}),
    },
    {
      name: 'act',
      description:
        'Plays one turn: one action such as those of legal_actions, or several where the game takes them. Answers observation, reward and done.',
      inputSchema: shape(actionSchemas() as Properties),
    },
    // A connection of its own ends its episode by ending; over HTTP nothing else says that nobody will go on.
    ...(named
      ? [
          {
            name: 'close',
            description: 'Ends the episode early and frees its place. Its id no longer works.',
            inputSchema: shape({}),
          },
        ]
      : []),
  ];
}

/** A server for the episodes in `episodes`. Connect it to a transport, or pass it to one of the SDK's entry points. */
export function mcpServer(version: string, episodes: McpEpisodes): Server {
  const tools = mcpTools(episodes.named);
  const server = new Server(
    { name: 'mandi', version },
    { capabilities: { tools: {} }, instructions: `${aboutGames()} Call reset, then legal_actions and act until done.` },
  );
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }) => call(episodes, params.name, params.arguments ?? {}));
  return server;
}

async function call(episodes: McpEpisodes, name: string, { episode, ...args }: Record<string, unknown>): Promise<CallToolResult> {
  const names = TOOL_NAMES.filter((one) => episodes.named || one !== 'close');
  if (!names.includes(name)) return wrong(`Unknown tool ${JSON.stringify(name).slice(0, 80)}. Tools: ${names.join(', ')}.`);
  const found = await episodes.find(episode, name === 'reset');
  if (!found.ok) return wrong(found.why);
  const { service, id } = found.value;
  if (name === 'reset') {
    const answer = await service.reset(args);
    if (service.state().episode_id === null) episodes.over(id); // a refused first reset occupies no slot
    return told(answer, id === null ? {} : { episode: id });
  }
  if (name === 'act')
    return act(service, args, (done) => {
      if (done) episodes.over(id);
    });
  const strange = Object.keys(args)[0];
  if (strange !== undefined) return wrong(`${name} takes no argument ${JSON.stringify(strange).slice(0, 80)}.`);
  if (name === 'close') {
    episodes.over(id);
    return content({ closed: id });
  }
  if (name === 'observe') return told(await service.look());
  const answer = await service.legal();
  return answer.ok ? content({ legal_actions: answer.legal }) : told(answer);
}

const TOOL_NAMES = mcpTools(true).map(({ name }) => name);

async function act(
  service: EpisodeService,
  { action, actions, ...strange }: Record<string, unknown>,
  after: (done: boolean) => void,
): Promise<CallToolResult> {
  const isOne = (action === undefined) !== (actions === undefined);
  if (!isOne || Object.keys(strange).length > 0) return wrong('act takes either action or actions, and nothing else.');
  const answer = await service.step(action === undefined ? { actions } : action);
  if (answer.ok) after(answer.done);
  return told(answer);
}

function told(answer: Shown | Refused, more: object = {}): CallToolResult {
  if (!answer.ok) return wrong(answer.message.startsWith(NO_EPISODE) ? 'There is no episode yet. Call reset first.' : answer.message);
  const { ok: _, episode: _episode, ...shown } = answer;
  return content({ ...shown, ...more });
}

/** As text for a model, and as structured data for a program. */
function content(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } };
}

/** A tool error, which a model can read and react to. */
function wrong(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
