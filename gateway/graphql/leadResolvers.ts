import {
  LeadLinkInput,
  LeadMoveInput,
  LeadPutOffInput,
  leadLinkFields,
  leadMoveFields,
  leadPutOffFields,
} from '@insuremanager/contracts/leads/leadFields';
import { LEAD_LOSS_REASONS, LEAD_STATUSES } from '@insuremanager/contracts/leads/leadKinds';
import { LeadTwin, leadRecord } from '@insuremanager/contracts/leads/leadViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { type ClassType, Int } from 'type-graphql';
import { validated } from '../validated.js';
import { enumsOf, inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { recordChange } from './recordResolvers.js';
import { query, rootFields, VERSION_SEEN } from './rootFields.js';

enumType('LeadStatus', LEAD_STATUSES);
enumType('LeadLossReason', LEAD_LOSS_REASONS);
enumsOf('Lead', leadRecord.view);
enumsOf('LeadTwin', LeadTwin);
const Lead = objectType('Lead', leadRecord.view);
const Twin = objectType('LeadTwin', LeadTwin, {
  description: 'Who may be the same person as a lead.',
});
const Move = inputType('LeadMoveInput', leadMoveFields);
const Link = inputType('LeadLinkInput', leadLinkFields);
const PutOff = inputType('LeadPutOffInput', leadPutOffFields);
const saved = recordChange(leadRecord, Lead);
const SEEN = { id: Int, expectedVersion: VERSION_SEEN } as const;

const fields = rootFields({
  leadTwins: query(
    [Twin],
    { description: 'Customers and other leads that may be the same person.', args: { id: Int } },
    ({ id }, { leads }) => leads.twins(id),
  ),

  moveLead: saved({ args: { ...SEEN, input: Move } }, ({ id, input }, { leads }, command) =>
    leads.move(id, validated(LeadMoveInput, omitUndefined(input)), command),
  ),

  linkLead: saved(
    { description: 'It has become that customer.', args: { ...SEEN, input: Link } },
    ({ id, input }, { leads }, command) =>
      leads.link(id, validated(LeadLinkInput, omitUndefined(input)), command),
  ),

  finishLeadStep: saved(
    { description: 'What was to be done next is done; a new one is contacted.', args: SEEN },
    ({ id }, { leads }, command) => leads.stepDone(id, command),
  ),

  putOffLead: saved(
    { description: 'Sets the day of its next step.', args: { ...SEEN, input: PutOff } },
    ({ id, input }, { leads }, command) =>
      leads.putOff(id, validated(LeadPutOffInput, omitUndefined(input)), command),
  ),
});

export const leadResolvers: ClassType[] = [fields];
