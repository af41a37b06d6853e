import { proveLaws } from '../unit/open/prove';

proveLaws({ seed: 1, matches: 1_000, minutes: 10 });
