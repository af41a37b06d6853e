import { proveLaws } from '../unit/open/prove';

// A quarter of a thousand; the quarters run side by side.
proveLaws({ seed: 1, matches: 250, minutes: 10 });
