import { expect, test } from 'vitest';
import { AddressRefused, guardAddress, guardedLookup, hostOf, isPublicAddress, whyBadUrl, whyNotPublicHost } from './guard-address';

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '::127.0.0.1',
  '::7f00:1',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  'nonsense',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'localhost:11434',
  'LOCALHOST.',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '[::1]:80',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'printer.local',
  'metadata.google.internal',
  'router',
  '①②⑦.0.0.1',
])('%s is refused before anything is asked of the network', async (host) => {
  const url = `http://${host}/act`;
  expect(whyNotPublicHost(hostOf(url))).not.toBeNull();
  await expect(guardAddress(url)).rejects.toThrow(AddressRefused);
});

test.each([
  ['ftp://example.org/', 'https://'],
  ['file:///etc/passwd', 'https://'],
  ['not a url', 'not a URL'],
  ['https://me:secret@example.org/', 'keep secrets in environment variables'],
])('%s is no address to post to', async (url, why) => {
  expect(whyBadUrl(url)).toContain(why);
  await expect(guardAddress(url)).rejects.toThrow(why);
});

test('a name that stands for a private address is not handed out', async () => {
  const fault = await new Promise<Error | null>((resolve) => guardedLookup('localhost', {}, (given) => resolve(given)));
  expect(fault).toBeInstanceOf(AddressRefused);
  const all = await new Promise<Error | null>((resolve) => guardedLookup('localhost', { all: true }, (given) => resolve(given)));
  expect(all).toBeInstanceOf(AddressRefused);
});
