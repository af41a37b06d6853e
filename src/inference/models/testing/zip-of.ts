import { crc32, deflateRawSync } from 'node:zlib';

/** A zip file with deflated members. */
export function zipOf(members: Record<string, Buffer>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(members)) {
    const packed = deflateRawSync(bytes);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts(name, bytes, packed), Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), version, facts(name, bytes, packed), place, Buffer.from(name)]));
    files.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

/** The fields common to a member's local header and the directory. */
function facts(name: string, bytes: Buffer, packed: Buffer): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
}
