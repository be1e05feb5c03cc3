import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { documentEventDefinitions } from '@insuremanager/contracts/documents/documentEvents';
import { userEventDefinitions } from '@insuremanager/contracts/identity/userEvents';
import { policyEventDefinitions } from '@insuremanager/contracts/policies/policyEvents';
import { quotationEventDefinitions } from '@insuremanager/contracts/quotations/quotationEvents';
import { customerProjector } from '@insuremanager/services/customers/index';
import { documentProjector } from '@insuremanager/services/documents/index';
import { policyProjector } from '@insuremanager/services/policies/index';
import { quotationProjector } from '@insuremanager/services/quotations/index';

/** What this release knows of: a new capability adds its events and projectors here. */
export const eventDefinitions = [
  ...customerEventDefinitions,
  ...policyEventDefinitions,
  ...documentEventDefinitions,
  ...quotationEventDefinitions,
  ...userEventDefinitions,
];

export const projectors = [
  customerProjector,
  policyProjector,
  documentProjector,
  quotationProjector,
];
