/** All endpoints for programs, each with an example that runs unchanged (a browser test runs them). */

export type EndpointId = 'trpc' | 'create' | 'socket' | 'stdio' | 'openenv' | 'mcp' | 'models' | 'command' | 'downloads';

export interface Endpoint {
  id: EndpointId;
  title: string;
  /** Its purpose, in one sentence. */
  summary: string;
  language: 'sh' | 'js' | 'python';
  /** Where and how to run the example. */
  how: string;
  code: string;
  /** The example's output, in one sentence. */
  prints: string;
}

export interface Place {
  /** This Mandi's address, e.g. http://127.0.0.1:3000. */
  origin: string;
  /** A match for the examples; null if there is none. */
  matchId: string | null;
}

/** Placeholder in the examples if there is no match. */
const NO_MATCH = 'MATCH_ID';

export function endpointsAt(place: Place): Endpoint[] {
  return [
    askEndpoint(place),
    createEndpoint(place),
    socketEndpoint(place),
    stdioEndpoint(),
    openEnvEndpoint(place),
    mcpExample(place),
    modelsEndpoint(place),
    commandEndpoint(place),
    filesEndpoint(place),
  ];
}

function askEndpoint({ origin, matchId }: Place): Endpoint {
  return {
    id: 'trpc',
    title: 'Ask over HTTP',
    summary:
      'Catalog, matches, events and benchmark as JSON, from typed tRPC procedures that any HTTP client can call. The input is JSON in the address.',
    language: 'sh',
    how: 'In any shell with curl.',
    code: [
      `curl -s ${origin}/api/trpc/catalog.overview`,
      '',
      `curl -sG ${origin}/api/trpc/match.list \\`,
      `  --data-urlencode 'input={"limit":3,"status":["finished"]}'`,
      '',
      `curl -sG ${origin}/api/trpc/match.events \\`,
      `  --data-urlencode 'input={"id":"${matchId ?? NO_MATCH}","after":0,"limit":2}'`,
    ].join('\n'),
    prints: 'Three JSON answers, each under result.data.',
  };
}

function createEndpoint({ origin }: Place): Endpoint {
  return {
    id: 'create',
    title: 'Start a match over HTTP',
    summary: 'A mutation is a POST. On this machine you need nothing else. From elsewhere, send the operator’s token as a bearer token.',
    language: 'sh',
    how: 'In any shell with curl.',
    code: [
      `curl -s ${origin}/api/trpc/match.create \\`,
      `  -H 'content-type: application/json' \\`,
      `  -d '{"task":"coalition_market","seed":5,"policy":"rule_based_expert","pace":0}'`,
    ].join('\n'),
    prints: 'The new match’s card, with its id.',
  };
}

function socketEndpoint({ origin, matchId }: Place): Endpoint {
  return {
    id: 'socket',
    title: 'Watch over Socket.IO',
    summary:
      'One frame per event, sent as it is committed: the event, and a JSON Patch from the view before it to the view after it. After a disconnect, send `since` to catch up.',
    language: 'js',
    how: 'Save it as watch.mjs in a folder with socket.io-client and fast-json-patch installed (Mandi’s own folder has both), then run node watch.mjs.',
    code: [
      `import patches from 'fast-json-patch';`,
      `import { io } from 'socket.io-client';`,
      '',
      'let view = {};',
      `const socket = io('${origin}', { transports: ['websocket'] });`,
      `socket.on('frames', ({ frames }) => take(frames));`,
      `socket.on('card', leaveWhenOver);`,
      `socket.emit('watch', { matchId: '${matchId ?? NO_MATCH}', since: 0 }, (answer) => {`,
      '  if (!answer.ok) throw new Error(answer.message);',
      '  take(answer.frames);',
      '  leaveWhenOver(answer.card);',
      '});',
      '',
      'function take(frames) {',
      '  for (const frame of frames) {',
      '    view = patches.applyPatch(view, frame.patch).newDocument;',
      `    console.log(frame.seq, frame.event?.type, 'round', view.round_index);`,
      '  }',
      '}',
      '',
      'function leaveWhenOver(card) {',
      `  if (['finished', 'aborted', 'failed'].includes(card.status)) socket.close();`,
      '}',
    ].join('\n'),
    prints: 'One line per event, until the match ends.',
  };
}

function stdioEndpoint(): Endpoint {
  return {
    id: 'stdio',
    title: 'Play from any language',
    summary:
      'The environment as a line protocol: one JSON object in, one out. It needs no server and no database. Each process plays its own episodes.',
    language: 'python',
    how: 'Save it as play.py in Mandi’s folder, then run python3 play.py.',
    code: [
      'import json, subprocess',
      '',
      `mandi = subprocess.Popen(['npx', 'mandi', 'env', '--stdio'], text=True,`,
      '                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)',
      '',
      'def ask(kind, **data):',
      `    mandi.stdin.write(json.dumps({'type': kind, 'data': data}) + '\\n')`,
      '    mandi.stdin.flush()',
      `    return json.loads(mandi.stdout.readline())['data']`,
      '',
      `turn = ask('reset', ruleset='classic', task_type='coalition_market', seed=5, judge_mode='off')`,
      `while not turn['done']:`,
      `    turn = ask('step', action_type='wait')`,
      '',
      `print('cumulative reward', turn['observation']['cumulative_reward'])`,
      'mandi.stdin.close()',
      'mandi.wait()',
    ].join('\n'),
    prints: 'The reward for doing nothing on seed 5.',
  };
}

function openEnvEndpoint({ origin }: Place): Endpoint {
  return {
    id: 'openenv',
    title: 'OpenEnv',
    summary: `An environment for the published Python clients, which play episodes over a WebSocket: \`GenericEnvClient(base_url="${origin}/openenv")\`. To serve this endpoint alone: \`npx mandi env --serve\`.`,
    language: 'sh',
    how: 'In any shell with curl, to see the format. To play episodes, use a client.',
    code: [`curl -s ${origin}/openenv/health`, '', `curl -s ${origin}/openenv/reset -d '{"task":"market_round","seed":7}'`].join('\n'),
    prints: 'The server’s health, and an opening observation.',
  };
}

function mcpExample({ origin }: Place): Endpoint {
  return {
    id: 'mcp',
    title: 'MCP',
    summary: `The market as tools for an assistant. Give your MCP client the address \`${origin}/mcp\` (Streamable HTTP), or the command \`npx mandi mcp\` (standard input and output).`,
    language: 'sh',
    how: 'In any shell with curl, to see one reply. To play, use an MCP client.',
    code: [
      `curl -s ${origin}/mcp \\`,
      `  -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \\`,
      `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"reset","arguments":{"task":"market_round","seed":7}}}'`,
    ].join('\n'),
    prints: 'An opening observation and the id of the episode.',
  };
}

function modelsEndpoint({ origin }: Place): Endpoint {
  return {
    id: 'models',
    title: 'Models, through OpenAI’s API',
    summary: `Any program that takes a base URL can use the models of this server: \`OPENAI_BASE_URL=${origin}/v1\`. From other machines, the key is the operator’s token.`,
    language: 'sh',
    how: 'In any shell with curl.',
    code: [
      `curl -s ${origin}/v1/models`,
      '',
      `curl -s ${origin}/v1/chat/completions -H 'content-type: application/json' \\`,
      `  -d '{"model":"smollm2-135m-instruct","messages":[{"role":"user","content":"What is a coalition?"}],"max_tokens":60}'`,
    ].join('\n'),
    prints: 'The models served now, and an answer from the one that Mandi downloads by itself (or an error that says it has not arrived).',
  };
}

function commandEndpoint({ matchId }: Place): Endpoint {
  return {
    id: 'command',
    title: 'Command line',
    summary: 'Play, evaluate, list and export without a browser. Each command has its own help, and prints JSON for programs.',
    language: 'sh',
    how: 'In Mandi’s folder.',
    code: [
      'npx mandi play --task coalition_market --seed 5 --policy rule_based_expert',
      'npx mandi eval --ruleset classic --policies all --seeds 0-9 --tasks single_trade',
      'npx mandi matches',
      ...(matchId ? [`npx mandi replay ${matchId}`] : []),
    ].join('\n'),
    prints: matchId
      ? 'A transcript, a table with intervals, the newest matches, and a replay of one.'
      : 'A transcript, a table with intervals, and the newest matches.',
  };
}

function filesEndpoint({ origin, matchId }: Place): Endpoint {
  return {
    id: 'downloads',
    title: 'Plain files',
    summary: 'Every match as it was stored: its events as JSON lines, and a transcript to read.',
    language: 'sh',
    how: 'In any shell with curl; the links in the table below are the same files.',
    code: [
      `curl -s ${origin}/api/matches/${matchId ?? NO_MATCH}/events.jsonl`,
      '',
      `curl -s ${origin}/api/matches/${matchId ?? NO_MATCH}/transcript.md`,
    ].join('\n'),
    prints: 'One JSON object per line, then Markdown.',
  };
}
