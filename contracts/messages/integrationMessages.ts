import { agencyEventDefinitions } from '../agency/agencyEvents.js';
import { rateEventDefinitions } from '../commission/rateEvents.js';
import { shareEventDefinitions } from '../commission/shareEvents.js';
import { statementEventDefinitions } from '../commission/statementEvents.js';
import { customerAccessEventDefinitions } from '../customers/customerAccessEvents.js';
import type { DomainEvent, EventDefinition } from '../events/eventDefinition.js';
import { platformEventDefinitions } from '../events/platformEvents.js';
import { householdEventDefinitions } from '../households/householdEvents.js';
import { userEventDefinitions } from '../identity/userEvents.js';
import { leadEventDefinitions } from '../leads/leadEvents.js';
import { dayEventDefinitions } from '../myDay/dayEvents.js';
import { breachEventDefinitions } from '../privacy/breachEvents.js';
import { personRequestEventDefinitions } from '../privacy/requestEvents.js';
import { privacyNoticeEventDefinitions } from '../privacyNotices/noticeEvents.js';
import { taskEventDefinitions } from '../tasks/taskEvents.js';
import { claimMessages } from './claimMessages.js';
import { customerMessages } from './customerMessages.js';
import { documentMessages } from './documentMessages.js';
import type { IntegrationMessage, MessageDefinition, MessageFactory } from './messageDefinition.js';
import { policyMessages } from './policyMessages.js';
import { quotationMessages } from './quotationMessages.js';
import { reminderMessages } from './reminderMessages.js';
import { renewalMessages } from './renewalMessages.js';

/**
 * Settings, what the agency earns, who signs in and sees what, who is a family, what persons ask for and what befell their data, which values are taken and which log this is, are nobody
 * else's concern.
 */
const UNPUBLISHED: readonly EventDefinition[] = [
  ...agencyEventDefinitions,
  ...householdEventDefinitions,
  ...taskEventDefinitions,
  ...rateEventDefinitions,
  ...statementEventDefinitions,
  ...shareEventDefinitions,
  ...leadEventDefinitions,
  ...dayEventDefinitions,
  ...privacyNoticeEventDefinitions,
  ...userEventDefinitions,
  ...customerAccessEventDefinitions,
  ...personRequestEventDefinitions,
  ...breachEventDefinitions,
  ...platformEventDefinitions,
];

const messages = new Map<string, MessageFactory<never> | null>([
  ...UNPUBLISHED.map(({ type }) => [type, null] as const),
  ...Object.entries({
    ...customerMessages,
    ...policyMessages,
    ...documentMessages,
    ...quotationMessages,
    ...claimMessages,
    ...reminderMessages,
    ...renewalMessages,
  }),
]);

/** Every message that is published. */
export const messageDefinitions: readonly MessageDefinition[] = [...messages.values()].filter(
  (definition) => definition !== null,
);

/** False only for types of which it is known that they have no message. */
export const mayHaveMessage = (eventType: string): boolean => messages.get(eventType) !== null;

/**
 * The message of an event in its current version; null when nobody outside needs to know. The
 * personal part of the event is not looked at.
 * @throws ZodError when the event does not fit its message.
 */
export function messageOf({ type, data }: DomainEvent): IntegrationMessage | null {
  const make = messages.get(type);
  if (make === undefined) throw new Error(`It is not said whether ${type} has a message`);
  return make?.(data as never) ?? null;
}
