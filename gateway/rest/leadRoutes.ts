import {
  LeadLinkInput,
  LeadMoveInput,
  LeadPutOffInput,
} from '@insuremanager/contracts/leads/leadFields';
import { leadRecord } from '@insuremanager/contracts/leads/leadViews';
import { z } from 'zod';
import { recordRoutes } from './recordRoutes.js';
import type { RestRoute } from './restRoute.js';

const lead = recordRoutes({
  ...leadRecord,
  descriptions: {
    create: 'A phone number or an email address is needed.',
  },
});

/** Leads by REST: the record, and what becomes of it. */
export const leadRoutes: readonly RestRoute[] = [
  ...lead.routes,
  lead.change({
    path: '/move',
    body: { LeadMoveInput },
    operationId: 'moveLead',
    summary: 'Say how far a lead has come, or why it was lost',
    change: ({ leads }, ...asked) => leads.move(...asked),
  }),
  lead.change({
    path: '/customer',
    body: { LeadLinkInput },
    operationId: 'linkLead',
    summary: 'Say which customer a lead has become',
    change: ({ leads }, ...asked) => leads.link(...asked),
  }),
  lead.change({
    path: '/step-done',
    body: { LeadStepInput: z.object({}) },
    mayBeEmpty: true,
    operationId: 'finishLeadStep',
    summary: 'Say that the next step is done; a new lead is contacted',
    change: ({ leads }, id, _nothing, context) => leads.stepDone(id, context),
  }),
  lead.change({
    path: '/put-off',
    body: { LeadPutOffInput },
    operationId: 'putOffLead',
    summary: 'Set the day of the next step',
    change: ({ leads }, ...asked) => leads.putOff(...asked),
  }),
];
