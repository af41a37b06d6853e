/** As tests/integration/kill.test.ts, with five times as many kills. */
import { describeOnDatabases } from '../integration/support/database';
import { testKills } from '../integration/support/random-kills';

describeOnDatabases('after forty kills at random points', (kind) => testKills(kind, 40));
