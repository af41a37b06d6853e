// Loaded before a server whose memory is to run out: once the file that MANDI_TEST_HUNGER names is there, it takes all the heap it may have.
import { existsSync } from 'node:fs';

const sign = process.env.MANDI_TEST_HUNGER;
const eaten = [];
const timer = setInterval(() => {
  if (sign === undefined || !existsSync(sign)) return;
  for (;;) eaten.push(Array.from({ length: 100_000 }, () => eaten.length));
}, 100);
timer.unref();
