import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, ENVIRONMENT, readConfig } from './config';

describe('the environment', () => {
  test('empty: loopback, port 3000 or the next, the embedded database in this clone', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      portIsFixed: false,
      host: '127.0.0.1',
      databaseUrl: null,
      adminToken: null,
      log: 'warn',
    });
    expect(readConfig({}).home).toMatch(/\.mandi$/);
  });

  test('a blank setting is none', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: ' ' })).toMatchObject({ databaseUrl: null, portIsFixed: false });
  });

  test('PORT is that port and no other', () => {
    expect(readConfig({ PORT: '4150' })).toMatchObject({ port: 4150, portIsFixed: true });
  });

  test('connections and query limits are settings', () => {
    expect(readConfig({}).database).toEqual({ poolSize: 10, queryMs: 20_000, longQueryMs: 600_000 });
    const set = readConfig({ POOL_SIZE: '4', QUERY_TIMEOUT: '5', LONG_QUERY_TIMEOUT: '60' });
    expect(set.database).toEqual({ poolSize: 4, queryMs: 5_000, longQueryMs: 60_000 });
    expect(() => readConfig({ POOL_SIZE: '1' })).toThrow('POOL_SIZE must be a whole number from 2 to 500.');
  });

  test('a relative MANDI_HOME starts where the command is run', () => {
    expect(readConfig({ MANDI_HOME: 'somewhere' }).home).toBe(resolve('somewhere'));
  });

  test('models lie beside the database, or where MANDI_MODELS says; off is no model', () => {
    expect(readConfig({})).toMatchObject({ model: 'smollm2-135m-instruct', models: resolve(readConfig({}).home, 'models') });
    expect(readConfig({ MANDI_MODEL: 'off', MANDI_MODELS: 'elsewhere' })).toMatchObject({ model: null, models: resolve('elsewhere') });
  });

  test('origins come apart at commas, without a path', () => {
    expect(readConfig({ MANDI_ORIGINS: 'https://a.example/, http://b.example:8080,' }).origins).toEqual([
      'https://a.example',
      'http://b.example:8080',
    ]);
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', '30x'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://somewhere/else'],
    ['DATABASE_URL', 'not an address'],
    ['MANDI_LOG', 'loud'],
    ['MANDI_ADMIN_TOKEN', 'short'],
    ['MANDI_ADMIN_TOKEN', 'aaaaaaaaaaaaaaaa'],
    ['MANDI_ADMIN_TOKEN', '1234567890123456'],
    ['MANDI_ADMIN_TOKEN', 'abababababababababab'],
    ['MANDI_ADMIN_TOKEN', 'changeme-changeme'],
    ['MANDI_WORKER_TOKEN', 'aaaaaaaaaaaaaaaa'],
    ['MANDI_TRUSTED_PROXIES', 'proxy.example'],
    ['MANDI_TRUSTED_PROXIES', '10.0.0.0/99'],
    ['MANDI_LIMITS', 'none'],
    ['MANDI_BATCH_SIZE', '0'],
    ['HOST', 'two words'],
    ['MANDI_MODEL', '../up'],
    ['MANDI_ORIGINS', 'mandi.example.org'],
  ])('%s=%s is refused in a sentence that names it', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name}\\b.*\\.$`));
  });

  test('an address of a Mandi that is none is said to be none', () => {
    for (const MANDI_URL of ['foo', 'ftp://mandi.example.net'])
      expect(() => readConfig({ MANDI_URL })).toThrow('MANDI_URL must look like http://mandi.example.net:3000, or be off.');
  });

  test('every variable is described', () => {
    for (const { name, description } of ENVIRONMENT) {
      expect(name).toMatch(/^[A-Z_]+$/);
      expect(description).toMatch(/\.$/);
    }
  });
});
