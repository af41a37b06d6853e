/** Decodes a file as UTF-8. Other encodings are refused with a helpful message. */
export type Decoded = { ok: true; value: string } | { ok: false; why: string };

const NEWLINE = 10;

/** Drops a UTF-8 byte order mark. `why` follows the file's name. */
export function decodeText(bytes: Uint8Array): Decoded {
  if (isUtf16(bytes)) return { ok: false, why: 'the file is UTF-16; save it as UTF-8' };
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, why: `line ${firstBadLine(bytes)} is not valid UTF-8 (is it Latin-1 or Windows-1252?); save the file as UTF-8` };
  }
}

/** Detected by its byte order mark, or because every other byte at the start is 0. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  if (bytes.length < 4) return false;
  return (first === 0 && third === 0 && second !== 0 && fourth !== 0) || (second === 0 && fourth === 0 && first !== 0 && third !== 0);
}

function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end === -1 ? bytes.length : end;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(from, to));
    } catch {
      return line;
    }
    from = to + 1;
  }
  return line;
}
