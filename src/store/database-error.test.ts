import { expect, it } from 'vitest';
import { DatabaseError, isAway } from './database-error';

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
