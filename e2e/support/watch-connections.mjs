// Loaded before everything else (NODE_OPTIONS=--import): notes every connection and look-up of the process in the file CONNECTIONS_LOG.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const log = process.env.CONNECTIONS_LOG;

function note(what, where) {
  appendFileSync(log, `${what} ${where}\n`);
}

/** Calls `before` with the arguments, then what was there. */
function wrap(owner, name, before) {
  const original = owner[name];
  owner[name] = function (...args) {
    before(args);
    return original.apply(this, args);
  };
}

if (log) {
  wrap(net.Socket.prototype, 'connect', ([first, second]) => {
    const options = Array.isArray(first) ? first[0] : first; // net.connect hands its arguments on as a list
    if (typeof options === 'object' && options !== null) note('connect', options.path ?? options.host ?? 'localhost');
    else note('connect', typeof second === 'string' ? second : 'localhost');
  });
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
    wrap(dns, name, ([host]) => note('look-up', host));
    wrap(dns.promises, name, ([host]) => note('look-up', host));
  }
  wrap(dgram.Socket.prototype, 'send', (args) => note('datagram', args.findLast((arg) => typeof arg === 'string') ?? 'unnamed'));
}
