/** JSON-RPC 2.0 responses to invalid frames. */
import { z } from 'zod';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const id = z.union([z.string(), z.number()]);
const request = z.looseObject({ jsonrpc: z.literal('2.0'), id: id.optional(), method: z.string(), params: z.looseObject({}).optional() });
const response = z.looseObject({ jsonrpc: z.literal('2.0'), id }).refine((frame) => 'result' in frame || 'error' in frame);

export interface FrameRefusal {
  jsonrpc: '2.0';
  /** null if the frame's id cannot be read. */
  id: string | number | null;
  error: { code: number; message: string };
}

/** The response to an invalid frame; null if it is a valid message. `text` null: longer than `longest` characters. */
export function refuseFrame(text: string | null, longest: number): FrameRefusal | null {
  if (text === null) return refusal(INVALID_REQUEST, `The message is longer than ${longest.toLocaleString('en-US')} characters.`);
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return refusal(PARSE_ERROR, 'This line is not JSON. Send one JSON-RPC 2.0 message per line.');
  }
  if (request.safeParse(frame).success || response.safeParse(frame).success) return null;
  return { ...refusal(INVALID_REQUEST, whyNot(frame)), id: idOf(frame) };
}

function whyNot(frame: unknown): string {
  if (Array.isArray(frame)) return 'Batches are not supported: send one JSON-RPC 2.0 message per line.';
  if (typeof frame !== 'object' || frame === null) return 'A JSON-RPC 2.0 message is an object.';
  const { jsonrpc, method, params, ...rest } = frame as Record<string, unknown>;
  if (jsonrpc !== '2.0') return '`jsonrpc` must be "2.0".';
  if (typeof method !== 'string') return '`method` must be text.';
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return '`params` must be an object.';
  return 'id' in rest ? '`id` must be text or a number.' : 'This is not a JSON-RPC 2.0 message.';
}

function idOf(frame: unknown): string | number | null {
  const read = z.looseObject({ id }).safeParse(frame);
  return read.success ? read.data.id : null;
}

function refusal(code: number, message: string): FrameRefusal {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}
