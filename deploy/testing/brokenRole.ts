/** A process of which one part fails where nobody expects it, while the rest would go on. */
import { createLogger } from '@insuremanager/services/platform/logger';
import { endAtDefects } from '../roles/stopSignals.js';

endAtDefects(createLogger('info', { role: 'broken' }));
setInterval(() => undefined, 1_000);
void Promise.reject(new TypeError('A defect'));
