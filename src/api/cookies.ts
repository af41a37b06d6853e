/** What a browser or a program shows of what it was given, and how a browser is told to keep it. */
import type { IncomingMessage } from 'node:http';

const DAY_S = 24 * 3600;

/** By name, the first of each. */
export function cookiesOf(request: Pick<IncomingMessage, 'headers'>): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.split('=', 2).map((part) => part.trim());
    if (name !== '' && value !== '' && !cookies.has(name)) cookies.set(name, decodeOr(value));
  }
  return cookies;
}

export function bearerOf(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** A cookie that no script can read and no other site can send; 0 days: gone at once. */
export function lasting(name: string, value: string, { days, secure = false }: { days: number; secure?: boolean }): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${days * DAY_S}${secure ? '; Secure' : ''}`;
}

function decodeOr(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
