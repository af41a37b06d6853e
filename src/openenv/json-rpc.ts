/** Tool calls as OpenEnv sends them: JSON-RPC 2.0 over POST /mcp, the socket /mcp and inside /ws, without an MCP handshake. */
import { after, type Soon } from '~/lib/play/soon';
import { isTool, listedTools, type ToolService, toolAnswer } from './tools';

/** Sessions that outlive a request; null inside a socket's own session. */
export interface RpcSessions {
  create(): Soon<string | null>;
  find(id: string): Soon<ToolService | null>;
  /** null if there is no such session. */
  close(id: string): Soon<'closed' | 'closing' | null>;
}

export interface RpcPlace {
  /** Answers calls that name no session. */
  tools: ToolService;
  sessions: RpcSessions | null;
}

interface Call {
  id: unknown;
  method: string;
  params: Record<string, unknown>;
}

const PARSE = -32700;
const NO_REQUEST = -32600;
const NO_METHOD = -32601;
const BAD_PARAMS = -32602;
const FULL = -32000;

/** Never throws for bad input; the response says why it is invalid. */
export function answerRpc(raw: unknown, place: RpcPlace): Soon<object> {
  const call = readCall(raw);
  if ('error' in call) return call;
  switch (call.method) {
    case 'tools/list':
      return listTools(call, place);
    case 'tools/call':
      return callTool(call, place);
    case 'openenv/session/create':
      return createSession(call, place);
    case 'openenv/session/close':
      return closeSession(call, place);
    default:
      return fault(call.id, NO_METHOD, `Method not found: ${call.method.slice(0, 80)}`);
  }
}

/** The response to a body that is not JSON. */
export function unreadable(): object {
  return fault(null, PARSE, 'Parse error: the body is not a JSON object');
}

function readCall(raw: unknown): Call | ReturnType<typeof fault> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return unreadable() as ReturnType<typeof fault>;
  const { jsonrpc, id = null, method, params = {}, ...strange } = raw as Record<string, unknown>;
  const [stranger] = Object.keys(strange);
  if (jsonrpc !== '2.0' || typeof method !== 'string' || stranger !== undefined) {
    return fault(id, NO_REQUEST, 'Invalid request: jsonrpc "2.0", id, method and params are what a request holds');
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return fault(id, BAD_PARAMS, 'Invalid params: an object');
  return { id, method, params: params as Record<string, unknown> };
}

/** In a session, the tools of its game. */
function listTools({ id, params }: Call, { tools, sessions }: RpcPlace): Soon<object> {
  const named = sessionNamed(params);
  return after(named === null ? null : (sessions?.find(named) ?? null), (service) =>
    result(id, { tools: listedTools(service ?? tools, 'inputSchema') }),
  );
}

function callTool(call: Call, { tools, sessions }: RpcPlace): Soon<object> {
  const named = sessionNamed(call.params);
  if (named === null) return callToolOf(call, tools);
  return after(sessions?.find(named) ?? null, (service) =>
    service === null ? fault(call.id, BAD_PARAMS, `Unknown session: ${named.slice(0, 80)}`) : callToolOf(call, service),
  );
}

function callToolOf({ id, params }: Call, service: ToolService): Soon<object> {
  if (typeof params.name !== 'string') return fault(id, BAD_PARAMS, 'Invalid params: tools/call needs a name');
  if (!isTool(service, params.name)) return fault(id, BAD_PARAMS, `Unknown tool: ${String(params.name).slice(0, 80)}`);
  return after(toolAnswer(service, params.name, params.arguments), ({ observation: { result: data, error } }) => {
    const text = error === null ? JSON.stringify(data) : error.message;
    return result(id, { content: [{ type: 'text', text }], structured_content: data, meta: null, data, is_error: error !== null });
  });
}

function createSession({ id }: Call, { sessions }: RpcPlace): Soon<object> {
  if (sessions === null) return fault(id, NO_METHOD, 'A WebSocket is already a session');
  return after(sessions.create(), (session_id) =>
    session_id === null ? fault(id, FULL, 'All sessions are in use: try again later') : result(id, { session_id }),
  );
}

function closeSession({ id, params }: Call, { sessions }: RpcPlace): Soon<object> {
  const session_id = sessionNamed(params) ?? '';
  return after(sessions?.close(session_id) ?? null, (closed) => {
    if (closed === null) return fault(id, BAD_PARAMS, `Unknown session: ${session_id.slice(0, 80)}`);
    return result(id, closed === 'closed' ? { session_id, closed: true } : { session_id, closed: false, closing: true });
  });
}

/** null if none is named. A value that is not a string matches no session. */
function sessionNamed({ session_id }: Record<string, unknown>): string | null {
  if (session_id === undefined || session_id === null) return null;
  return typeof session_id === 'string' ? session_id : JSON.stringify(session_id);
}

function result(id: unknown, value: object): object {
  return { jsonrpc: '2.0', id, result: value };
}

function fault(id: unknown, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message, data: null } };
}
