import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { userEventDefinitions } from '@insuremanager/contracts/identity/userEvents';
import { policyEventDefinitions } from '@insuremanager/contracts/policies/policyEvents';
import { customerProjector } from '@insuremanager/services/customers/index';
import { policyProjector } from '@insuremanager/services/policies/index';

/** What this release knows of: a new capability adds its events and projectors here. */
export const eventDefinitions = [
  ...customerEventDefinitions,
  ...policyEventDefinitions,
  ...userEventDefinitions,
];

export const projectors = [customerProjector, policyProjector];
