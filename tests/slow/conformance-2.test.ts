import { proveConformance } from '../unit/prove-conformance';

// Half of ten thousand matches of each game's first version; each half is a part of its own.
proveConformance({ seed: 5001, matches: 5_000, minutes: 18, isMeant: ({ ref }) => ref.version === 1 });
