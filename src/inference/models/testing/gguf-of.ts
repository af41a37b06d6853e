export interface TestTensor {
  name: string;
  shape: readonly number[];
  /** ggml's type number. */
  type: number;
  bytes: Buffer;
}

/** A small GGUF file. Without tensors it is only a header. */
export function ggufOf(metadata: Record<string, string | number>, tensors: readonly TestTensor[] = []): Buffer {
  const pairs = Object.entries(metadata).map(([key, value]) =>
    Buffer.concat([text(key), typeof value === 'string' ? stringValue(value) : count(value)]),
  );
  const head = Buffer.alloc(24);
  head.write('GGUF', 'latin1');
  head.writeUInt32LE(3, 4);
  head.writeBigUInt64LE(BigInt(tensors.length), 8);
  head.writeBigUInt64LE(BigInt(pairs.length), 16);
  if (tensors.length === 0) return Buffer.concat([head, ...pairs, Buffer.alloc(64)]);
  return Buffer.concat([padded(Buffer.concat([head, ...pairs, ...entriesOf(tensors)])), ...tensors.map(({ bytes }) => padded(bytes))]);
}

function entriesOf(tensors: readonly TestTensor[]): Buffer[] {
  let offset = 0;
  return tensors.map(({ name, shape, type, bytes }) => {
    const entry = Buffer.concat([text(name), uint32(shape.length), ...shape.map(uint64), uint32(type), uint64(offset)]);
    offset += padded(bytes).length;
    return entry;
  });
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)]);
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
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
