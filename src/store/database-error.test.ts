import { expect, it } from 'vitest';
import { awaySentence, DatabaseError, isAway, isShort, willPass } from './database-error';

/** As Prisma throws what the database said: by a code of its own, with the database's in `meta`. */
function prismaFault(code: string, cause: object): Error {
  return Object.assign(new Error(`Database error. Code: \`${code}\``), {
    code,
    meta: { driverAdapterError: Object.assign(new Error('DriverAdapterError'), { cause }) },
  });
}

it.each([
  ['a socket', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['what lies beneath', new Error('outer', { cause: Object.assign(new Error('read'), { code: 'ECONNRESET' }) })],
  ['a client without a code', new Error('Connection terminated unexpectedly')],
  ['a client that waited for a connection', new Error('timeout expired')],
  ['Postgres', Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })],
  ['Prisma', prismaFault('P1017', { kind: 'ConnectionClosed' })],
  ['Prisma, for Postgres', prismaFault('P2039', { kind: 'postgres', code: '57P01', originalCode: '57P01' })],
  ['Prisma, for Postgres, beneath', new Error('outer', { cause: prismaFault('P2010', { kind: 'postgres', code: '57P03' }) })],
  ['a full server', prismaFault('P2037', { kind: 'TooManyConnections' })],
  ['the store', new DatabaseError('database_unreachable', 'Nothing listens there.')],
])('knows by %s that the database is away', (_, fault) => {
  expect(isAway(fault)).toBe(true);
});

it.each([
  ['a bug', new Error('x is not a function')],
  ['a row that is there already', prismaFault('P2002', { kind: 'UniqueConstraintViolation', originalCode: '23505' })],
  ['a table that is not there', prismaFault('P2021', { kind: 'TableDoesNotExist', originalCode: '42P01' })],
  ['a full disk', Object.assign(new Error('No space left on device'), { code: '53100' })],
  ['the store', new DatabaseError('access_denied', 'A wrong password.')],
  ['nothing', undefined],
])('takes %s for no absence', (_, fault) => {
  expect(isAway(fault)).toBe(false);
});

it.each([
  ['a full disk', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['a full disk, said by Prisma', prismaFault('P2010', { kind: 'postgres', code: '53100', originalCode: '53100' })],
  ['no memory in Postgres', Object.assign(new Error('out of memory'), { code: '53200' })],
  ['no connection left', Object.assign(new Error('sorry, too many clients already'), { code: '53300' })],
  ['a full disk of this machine', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['a statement that ran out of time', Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })],
  ['no memory in this process', new RangeError('Array buffer allocation failed')],
  ['the store', new DatabaseError('disk_full', 'The disk is full.')],
])('knows that %s will pass', (_, fault) => {
  expect(isShort(fault)).toBe(true);
  expect(willPass(fault)).toBe(true);
});

it('takes a query without an answer for a database that is away', () => {
  expect(isAway(new Error('Query read timeout'))).toBe(true);
});

it('takes a bug for nothing that will pass', () => {
  expect(willPass(new Error('x is not a function'))).toBe(false);
});

it('has a sentence for a command that ends by a database that is away, and for nothing else', () => {
  const sentence = 'the database did not answer in time; run the command again';
  expect(awaySentence(new Error('timeout expired'))).toBe(sentence);
  expect(awaySentence(prismaFault('P1017', { kind: 'ConnectionClosed' }))).toBe(sentence);
  // It may as well be a model server.
  expect(awaySentence(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBeNull();
  expect(awaySentence(new Error('x is not a function'))).toBeNull();
});
