import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { it } from 'vitest';

// In a process of its own, which then has to load the product: only where it is this spec's turn.
// Elsewhere it is counted among what a run leaves out.
if (isExhaustive(import.meta.url)) await import('./testing/declaredRecord.spec.js');
else it.skip('a record that is declared and no more', () => {});
