import { proveOptimum, provePlan } from '../unit/open/prove-optimum';

proveOptimum({ seed: 113, matches: 1_000, minutes: 90 });
provePlan({ seed: 200_000, matches: 10_000, minutes: 90 });
