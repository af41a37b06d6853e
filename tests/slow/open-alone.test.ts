import { proveAlone, proveFarmers } from '../unit/open/prove';

proveAlone({ seed: 111, matches: 100_000, minutes: 90 });
proveFarmers({ seed: 112, matches: 100_000, minutes: 90 });
