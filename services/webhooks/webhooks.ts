import type {
  WebhookDelivery,
  WebhookInput,
  WebhookSecret,
  WebhookView,
} from '@insuremanager/contracts/webhooks/webhookViews';
import type { CommandContext } from '../platform/commands/command.js';
import type { Endpoint } from './webhookTables.js';

/** Who is told that nothing more is sent to a webhook, which nobody has disabled. */
export type TellStopped = (webhook: Pick<Endpoint, 'id' | 'url' | 'stopped'>) => Promise<void>;

/** The capability "webhooks": messages for other systems, by HTTP. Methods may raise a Refusal. */
export interface Webhooks {
  list(): Promise<WebhookView[]>;
  /**
   * From now on messages are sent there. @throws `invalid` where the address is not one that messages
   * may be sent to; `conflict` (`webhooks-too-many`)
   */
  add(input: WebhookInput, context: CommandContext): Promise<WebhookSecret>;
  /** @throws not-found, and as `add` does */
  change(id: number, input: WebhookInput, context: CommandContext): Promise<WebhookView>;
  /** Enabled again, it goes on where it stopped. @throws not-found */
  enable(id: number, isEnabled: boolean, context: CommandContext): Promise<WebhookView>;
  /** The secret until now stays valid for a while. @throws not-found */
  renewSecret(id: number, context: CommandContext): Promise<WebhookSecret>;
  /** @throws not-found */
  remove(id: number, context: CommandContext): Promise<void>;
  /** The newest attempts. */
  deliveries(id: number): Promise<WebhookDelivery[]>;
  /** Sends a message of no record. @throws not-found; `too-many` within an hour */
  sendTest(id: number): Promise<WebhookDelivery>;
  /** Sends what was sent, beside all others. @throws not-found; `too-many` within an hour */
  sendAgain(deliveryId: string): Promise<WebhookDelivery>;
  /** Sends messages in this process, unless another one does. */
  start(tell: TellStopped): void;
  /** Breaks off what is being sent, which is sent again, and waits for that. */
  stop(): Promise<void>;
}
