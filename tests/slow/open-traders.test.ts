import { proveTraders } from '../unit/open/prove-traders';

proveTraders({ seed: 114, matches: 400, minutes: 20 });
