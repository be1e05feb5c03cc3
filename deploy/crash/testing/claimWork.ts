import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { Services } from '../../roles/openServices.js';

/** What is done to each, under ids that a retry has, too. */
export async function workOn(
  { claims }: Pick<Services, 'claims'>,
  id: number,
  on: string,
): Promise<void> {
  const command = (name: string) => ({
    commandId: namedUuid('dying-claims', id, name),
    actor: { userId: 1, username: 'admin', role: 'admin' },
    correlationId: 'test',
  });
  const step = { stage: 'documents', on, amount: 0, reason: null } as const;
  await claims.move(id, step, command('move'));
  await claims.requestDocuments(id, { channel: 'email' }, command('ask'));
}
