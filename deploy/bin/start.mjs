/** `npm start` and `npm run demo`: on a machine with nothing but Node. */
import { prepare } from './prepare.mjs';

await prepare({ web: true });
await import('../dist/bundled/start/main.js');
