/**
 * `node deploy/dist/bundled/roles/serve.js ROLE`: one process of an installation on servers of its
 * own, such as a container. ROLE is gateway, projector, relay, notifier, scheduler or all.
 */
import { endWith } from '../start/endWith.js';
import { serveRole } from './serveRole.js';

endWith(serveRole(process.argv.slice(2)));
