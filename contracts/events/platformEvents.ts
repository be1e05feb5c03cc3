import { LogCreated } from '../eventLog/logEvents.js';
import { reservationEventDefinitions } from '../reservations/reservationEvents.js';

/** What the platform itself writes, beside the events of the capabilities. */
export const platformEventDefinitions = [...reservationEventDefinitions, LogCreated] as const;
