/** Killed at any moment and started again, Mandi plays every match as if nothing had been: no event lost, none doubled, none different. */
import { describeKills } from './support/database';
import { testKills } from './support/random-kills';

describeKills('after eight kills at random points', (kind) => testKills(kind, 8));
