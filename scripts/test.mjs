// `npm test`: check, properties, integration, browser. `npm run test:slow` (`--slow`): the same with the long ones. Ends with the line of counts.
import { check } from './check.mjs';
import { ensureBrowser, NO_BROWSER } from './ensure-browser.mjs';
import { command, conclude, countStep, runPlaywright, runStep, runVitest } from './steps.mjs';

const slow = process.argv.includes('--slow');
const env = { NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1', ...(slow ? { MANDI_SLOW_TESTS: '1' } : {}) };
const minutes = slow ? 120 : 30;

const steps = await check();
steps.push(await runVitest({ name: 'properties', project: 'properties', env, live: true, minutes: 30 }));
if (slow) steps.push(await runVitest({ name: 'long properties', project: 'slow', env, live: true, minutes }));
steps.push(await runVitest({ name: 'integration tests', project: 'integration', env, live: true, minutes }));
steps.push(countStep(await runStep({ name: 'site (next build)', run: command('build-site.mjs'), env, live: true, minutes: 10 })));
steps.push(await browserTests());
process.exitCode = conclude(steps);

/** Without a browser the journeys are skipped by name for a person, and fail where CI=true. */
async function browserTests() {
  const name = 'browser tests';
  if (ensureBrowser()) return runPlaywright({ name, env, minutes: slow ? minutes : 35 });
  const must = process.env.CI === 'true';
  console.log(`${must ? 'FAILED' : 'skipped'}  ${name}: ${NO_BROWSER}`);
  return { name, ok: !must, seconds: 0, passed: 0, failed: must ? 1 : 0, skipped: must ? [] : [`all ${name} (no browser)`] };
}
