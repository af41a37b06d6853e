/** Tokens and one-time codes: shown once to whoever they are for; only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 24;
/** Long enough not to be guessed in ten minutes; what is typed by hand has to be short. */
const CODE_BYTES = 12;

/** A new token or code, and what is stored of it. */
export interface Secret {
  text: string;
  hash: string;
}

/** 192 random bits. */
export function newToken(): Secret {
  return secretOf(TOKEN_BYTES);
}

/** 96 random bits, good once. */
export function newCode(): Secret {
  return secretOf(CODE_BYTES);
}

/** What is stored of a token or a code. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function secretOf(bytes: number): Secret {
  const text = randomBytes(bytes).toString('base64url');
  return { text, hash: hashOf(text) };
}
