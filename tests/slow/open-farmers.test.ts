import { proveFarmers } from '../unit/open/prove';

proveFarmers({ seed: 112, matches: 10_000, minutes: 90 });
