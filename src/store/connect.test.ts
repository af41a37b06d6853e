import { describe, expect, test } from 'vitest';
import { embeddedTarget, explainConnection, serverTarget } from './connect';
import { DatabaseError } from './database-error';

function fault(code: string, message = 'as the driver said it'): Error {
  return Object.assign(new Error(message), { code });
}

describe('a server by its address', () => {
  const target = serverTarget('postgresql://me:secret@db.example:6432/mandi?schema=house&sslmode=disable');

  test('is named without its password', () => {
    expect(target.name).toBe('db.example:6432/mandi');
  });

  test('its schema is ours to set; the rest of the address is the driver’s', () => {
    expect(target.schema).toBe('house');
    expect(target.config.connectionString).toBe('postgresql://me:secret@db.example:6432/mandi?sslmode=disable');
  });

  test.each([
    ['ECONNREFUSED', 'database_unreachable'],
    ['ENOTFOUND', 'database_unreachable'],
    ['ETIMEDOUT', 'database_unreachable'],
    ['57P03', 'database_unreachable'],
    ['53300', 'database_unreachable'],
    ['28P01', 'access_denied'],
    ['28000', 'access_denied'],
    ['53100', 'disk_full'],
  ])('%s is said as %s, in a sentence with the name and without the password', (code, meaning) => {
    const said = explainConnection(target, fault(code));
    if (!(said instanceof DatabaseError)) throw new Error('not explained');
    expect(said.code).toBe(meaning);
    expect(said.message).toMatch(/^.*db\.example:6432\/mandi.*\.$/);
    expect(said.message).not.toContain('secret');
  });

  test('a time-out that has no code is one as well', () => {
    const said = explainConnection(target, new Error('timeout expired'));
    expect(said).toMatchObject({ code: 'database_unreachable' });
  });

  test('what it does not know it hands on', () => {
    const other = fault('3D000');
    expect(explainConnection(target, other)).toBe(other);
  });
});

test('the embedded one: on this machine, whatever the password has in it', () => {
  const target = embeddedTarget({ host: '127.0.0.1', port: 4150, user: 'mandi', password: 'a/b:c@d' }, 'mandi');
  expect(target.name).toBe('127.0.0.1:4150/mandi');
  expect(new URL(target.url).password).toBe('a%2Fb%3Ac%40d');
  expect(target.config).toMatchObject({ host: '127.0.0.1', port: 4150, ssl: false });
});
