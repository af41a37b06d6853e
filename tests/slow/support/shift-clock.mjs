// Loaded into a server before anything else: its wall clock is off by as many milliseconds as the file named in MANDI_TEST_CLOCK says.
import { readFileSync } from 'node:fs';

const file = process.env.MANDI_TEST_CLOCK;
const Real = Date;
let shift = 0;
setInterval(() => {
  try {
    shift = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    shift = 0;
  }
}, 100).unref();

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...given);
  }
  static now() {
    return Real.now() + shift;
  }
};
