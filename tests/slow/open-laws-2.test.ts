import { proveLaws } from '../unit/open/prove';

// A quarter of ten thousand; the quarters run side by side.
proveLaws({ seed: 102, matches: 2_500, minutes: 90 });
