import { proveLaws } from '../unit/open/prove';

// A quarter of a hundred thousand; the quarters run side by side.
proveLaws({ seed: 101, matches: 25_000, minutes: 90 });
