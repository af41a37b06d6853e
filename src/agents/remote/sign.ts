/** How a post proves that it comes from this Mandi: HMAC-SHA256 over its time and its body. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const TIME_HEADER = 'x-mandi-timestamp';
export const SIGNATURE_HEADER = 'x-mandi-signature';

/** `sha256=` and the hex digest of `<timestamp>.<body>`; the timestamp is in whole seconds since 1970. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

export function signedHeaders(secret: string | null, body: string, now: number): Record<string, string> {
  const timestamp = `${Math.floor(now / 1000)}`;
  return { [TIME_HEADER]: timestamp, ...(secret === null ? {} : { [SIGNATURE_HEADER]: signatureOf(secret, timestamp, body) }) };
}

/** For programs in TypeScript that receive posts; others do the same in three lines (docs/agents.md). */
export function isSignedBy(secret: string, post: { timestamp: string; body: string; signature: string }): boolean {
  const expected = Buffer.from(signatureOf(secret, post.timestamp, post.body));
  const given = Buffer.from(post.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
