import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { userEventDefinitions } from '@insuremanager/contracts/identity/userEvents';
import { customerProjector } from '@insuremanager/services/customers/index';

/** What this release knows of: a new capability adds its events and projectors here. */
export const eventDefinitions = [...customerEventDefinitions, ...userEventDefinitions];

export const projectors = [customerProjector];
