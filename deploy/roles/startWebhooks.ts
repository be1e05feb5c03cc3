import { FAILING_DAYS } from '@insuremanager/contracts/webhooks/webhookViews';
import type { Identity } from '@insuremanager/services/identity/index';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { Services } from './openServices.js';

interface Parts {
  readonly services: Pick<Services, 'webhooks' | 'platform'>;
  readonly identity: Pick<Identity, 'users'>;
  readonly publicUrl: string;
}

/** Why nothing more is sent, and what is to be done. */
const STOPPED = {
  other_log: (host: string, at: string) =>
    `An older log was restored, which lacks what ${host} was sent last. Nothing more is sent there. ` +
    `Have the receiver corrected, then enable the webhook under ${at}: it is sent what happens from ` +
    'then on.\n',
  failed: (host: string, at: string) =>
    `${host} has taken no message for ${FAILING_DAYS} days, or answered that it wants no more. ` +
    `Nothing more is sent there. Once the receiver works, enable the webhook under ${at}: it goes on ` +
    'where it stopped, and nothing is lost.\n',
};

/** Sends messages to webhooks; administrators hear by email of one that was given up. */
export function startWebhooks({ services, identity, publicUrl }: Parts): void {
  const { mailer, clock } = services.platform;
  services.webhooks.start(async ({ id, url, stopped }) => {
    const { host } = new URL(url);
    const why = STOPPED[stopped === 'other_log' ? stopped : 'failed'];
    const day = clock.now().toISOString().slice(0, 10);
    const users = await identity.users.list();
    const failures: unknown[] = [];
    for (const { role, email, status } of users) {
      if (role !== 'admin' || status !== 'active') continue;
      const mail = {
        id: namedUuid('webhook disabled', String(id), day, email),
        to: email,
        subject: `A webhook was disabled: ${host}`,
        text: why(host, `${publicUrl}/settings/webhooks`),
        attachments: [],
      };
      // One address that is refused keeps nobody else from hearing of it.
      await mailer.send(mail).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  });
}
