import { proveAlone } from '../unit/open/prove';

proveAlone({ seed: 111, matches: 100_000, minutes: 90 });
