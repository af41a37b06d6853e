import { proveAlone } from '../unit/open/prove';

proveAlone({ seed: 111, matches: 10_000, minutes: 90 });
