import { FAILING_DAYS } from '@insuremanager/contracts/webhooks/webhookViews';
import type { Identity } from '@insuremanager/services/identity/index';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { Services } from './openServices.js';

interface Parts {
  readonly services: Pick<Services, 'webhooks' | 'platform'>;
  readonly identity: Pick<Identity, 'users'>;
  readonly publicUrl: string;
}

/** Sends messages to webhooks; administrators hear by email of one that was given up. */
export function startWebhooks({ services, identity, publicUrl }: Parts): void {
  const { mailer, clock } = services.platform;
  services.webhooks.start(async ({ id, url }) => {
    const { host } = new URL(url);
    const day = clock.now().toISOString().slice(0, 10);
    const users = await identity.users.list();
    const failures: unknown[] = [];
    for (const { role, email, status } of users) {
      if (role !== 'admin' || status !== 'active') continue;
      const mail = {
        id: namedUuid('webhook disabled', String(id), day, email),
        to: email,
        subject: `A webhook was disabled: ${host}`,
        text:
          `${host} has taken no message for ${FAILING_DAYS} days, or answered that it wants no ` +
          'more. Nothing more is sent there. Once the receiver works, enable the webhook under ' +
          `${publicUrl}/settings/webhooks: it goes on where it stopped, and nothing is lost.\n`,
        attachments: [],
      };
      // One address that is refused keeps nobody else from hearing of it.
      await mailer.send(mail).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  });
}
