/** What `npm run dx` starts, and starts again after each change. */
import { run } from './main';

await run({ site: 'dev', open: false });
