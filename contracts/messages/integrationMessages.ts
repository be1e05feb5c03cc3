import type { AgencyEvent } from '../agency/agencyEvents.js';
import type { CustomerAccessEvent } from '../customers/customerAccessEvents.js';
import type { LogCreated } from '../eventLog/logEvents.js';
import type { DomainEvent, EventOf } from '../events/eventDefinition.js';
import type { UserAccessEvent, UserEvent } from '../identity/userEvents.js';
import type { ReservationEvent, ReservationVoided } from '../reservations/reservationEvents.js';
import { customerMessages } from './customerMessages.js';
import { documentMessages } from './documentMessages.js';
import type {
  IntegrationMessage,
  MessageDefinition,
  MessageFactory,
  MessagesOf,
} from './messageDefinition.js';
import { policyMessages } from './policyMessages.js';
import { quotationMessages } from './quotationMessages.js';
import { reminderMessages } from './reminderMessages.js';
import { renewalMessages } from './renewalMessages.js';

type InternalEvent =
  | AgencyEvent
  | UserEvent
  | UserAccessEvent
  | CustomerAccessEvent
  | ReservationEvent
  | EventOf<typeof ReservationVoided>
  | EventOf<typeof LogCreated>;

/**
 * Settings, who signs in and sees what, which values are taken and which log this is, are nobody
 * else's concern.
 */
const internal: MessagesOf<InternalEvent> = {
  AgencySettingsChanged: null,
  UserRegistered: null,
  UserSignedIn: null,
  UserSignInFailed: null,
  UserSignedOut: null,
  UserInvited: null,
  UserInvitationAccepted: null,
  UserEmailChanged: null,
  UserRoleChanged: null,
  UserDisabled: null,
  UserEnabled: null,
  UserSessionsEnded: null,
  UserPasswordChanged: null,
  UserPasswordResetRequested: null,
  UserTwoFactorEnabled: null,
  UserTwoFactorDisabled: null,
  UserRecoveryCodesMade: null,
  UserRecoveryCodeUsed: null,
  UserPasskeyAdded: null,
  UserPasskeyRemoved: null,
  DataExported: null,
  CustomerIdentityNumberRevealed: null,
  DeletedCustomerFileOpened: null,
  ValueReserved: null,
  ValueReleased: null,
  ReservationVoided: null,
  LogCreated: null,
};

const messages = new Map<string, MessageFactory<never> | null>(
  Object.entries({
    ...internal,
    ...customerMessages,
    ...policyMessages,
    ...documentMessages,
    ...quotationMessages,
    ...reminderMessages,
    ...renewalMessages,
  }),
);

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
