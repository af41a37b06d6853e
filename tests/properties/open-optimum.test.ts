import { proveOptimum, provePlan } from '../unit/open/prove-optimum';

proveOptimum({ seed: 13, matches: 100, minutes: 10 });
provePlan({ seed: 100_000, matches: 300, minutes: 10 });
