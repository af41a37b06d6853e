import { proveRedraw } from '../unit/open/prove-redraw';

proveRedraw({ seed: 15, matches: 150, minutes: 10 });
