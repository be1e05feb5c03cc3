/**
 * `node deploy/bin/due.mjs deploy/docker/smoke`: ends with 0 when something has changed that this
 * entry of `deploy/testing/exhaustive.json` covers, and with 1 when not.
 */
import { isDue } from './exhaustive.mjs';

process.exit(isDue(process.argv[2]) ? 0 : 1);
