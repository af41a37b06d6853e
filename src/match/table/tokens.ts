/** Tokens and one-time codes. Each is shown once to its owner; only hashes are stored. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 24;
/** Too long to guess in ten minutes, but short enough to type. */
const CODE_BYTES = 12;

/** A new token or code, and its stored hash. */
export interface Secret {
  text: string;
  hash: string;
}

/** 192 random bits. */
export function newToken(): Secret {
  return secretOf(TOKEN_BYTES);
}

/** 96 random bits, for a single use. */
export function newCode(): Secret {
  return secretOf(CODE_BYTES);
}

/** The stored hash of a token or a code. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function secretOf(bytes: number): Secret {
  const text = randomBytes(bytes).toString('base64url');
  return { text, hash: hashOf(text) };
}
