/** A worker's line over a WebSocket: one JSON value a text frame. */
import type { RawData, WebSocket } from 'ws';
import { BEAT_EVERY_MS, type WorkerLine } from '../worker-protocol';

const POLICY_VIOLATION = 1008;
const NORMAL = 1000;
/** A WebSocket's closing words hold at most 123 bytes. */
const LONGEST_WHY = 120;

/** Pings as often as workers beat, so that a worker too notices when the other end is gone. */
export function webSocketLine(socket: WebSocket): WorkerLine {
  const pinger = setInterval(() => socket.ping(), BEAT_EVERY_MS);
  pinger.unref();
  socket.on('close', () => clearInterval(pinger));
  socket.on('error', () => socket.terminate()); // a frame too large, or no frame at all
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    onMessage: (hear) => {
      socket.on('message', (data, isBinary) => hear(isBinary ? null : parsed(data)));
    },
    onClose: (hear) => {
      socket.on('close', (_, reason) => hear(reason.length > 0 ? printable(reason.toString()) : 'its line was cut'));
    },
    close: (why) => socket.close(why === undefined ? NORMAL : POLICY_VIOLATION, why === undefined ? '' : printable(why)),
  };
}

/** null for what is no JSON: no message either. */
function parsed(data: RawData): unknown {
  try {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_WHY);
}
