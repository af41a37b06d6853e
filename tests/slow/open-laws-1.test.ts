import { proveLaws } from '../unit/open/prove';

// A quarter of ten thousand; the quarters run side by side.
proveLaws({ seed: 101, matches: 2_500, minutes: 90 });
