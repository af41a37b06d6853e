/** A GGUF file of nothing but a header: enough for whoever reads headers. */
export function ggufOf(metadata: Record<string, string | number>): Buffer {
  const pairs = Object.entries(metadata).map(([key, value]) =>
    Buffer.concat([text(key), typeof value === 'string' ? stringValue(value) : count(value)]),
  );
  const head = Buffer.alloc(24);
  head.write('GGUF', 'latin1');
  head.writeUInt32LE(3, 4);
  head.writeBigUInt64LE(0n, 8);
  head.writeBigUInt64LE(BigInt(pairs.length), 16);
  return Buffer.concat([head, ...pairs, Buffer.alloc(64)]);
}

const UINT32 = 4;
const STRING = 8;

function stringValue(value: string): Buffer {
  return Buffer.concat([uint32(STRING), text(value)]);
}

function count(value: number): Buffer {
  return Buffer.concat([uint32(UINT32), uint32(value)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([length, bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
