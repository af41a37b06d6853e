import { proveAlone, proveFarmers } from '../unit/open/prove';

proveAlone({ seed: 11, matches: 1_000, minutes: 10 });
proveFarmers({ seed: 12, matches: 1_000, minutes: 10 });
