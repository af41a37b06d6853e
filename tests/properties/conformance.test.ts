import { proveConformance } from '../unit/prove-conformance';

// A share of the thousand of `npm run test:game`.
proveConformance({ seed: 1, matches: 120, minutes: 5 });
