// What `npm start` runs once the screens are built, here without them: tests/integration/start.test.ts starts this as a process.
import { run } from '~/start/main';

await run({ site: 'none', open: false });
