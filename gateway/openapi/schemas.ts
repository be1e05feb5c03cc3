import {
  CustomerInput,
  CustomerPatch,
  KycInput,
} from '@insuremanager/contracts/customers/customerFields';
import { CustomerView, SavedCustomer } from '@insuremanager/contracts/customers/customerViews';
import {
  DashboardMetrics,
  type RevenueTrend as RevenueTrendView,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import type { HistoryEntry as HistoryEntryView } from '@insuremanager/contracts/history';
import { Credentials, CurrentUser } from '@insuremanager/contracts/identity/userViews';
import {
  CancellationInput,
  endorsementOf,
  ReinstatementInput,
  renewalOf,
} from '@insuremanager/contracts/policies/policyChanges';
import { policyInputOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  type TermHistory as TermHistoryView,
  UpcomingRenewal,
} from '@insuremanager/contracts/policies/policyViews';
import { Problem } from '@insuremanager/contracts/problem';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { z } from 'zod';
import { answerOf, savedAnswerOf } from '../rest/policyAnswers.js';
import { SearchAnswer } from '../rest/searchRoutes.js';
import { documentAnswers, documentUpload } from './documentSchemas.js';
import { type JsonSchema, named } from './jsonSchemas.js';
import { convertedQuotation, quotationAnswers, quotationInputs } from './quotationSchemas.js';
import { toldOfAnswer, toldOfCancellation, toldOfCustomer, toldOfPolicy } from './toldFields.js';

const HistoryEntry = z.object({
  version: z.int().describe('The version that the record had after it'),
  type: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ userId: z.int(), username: z.string(), role: z.string() }),
  summary: z.string().describe('One sentence, such as "Phone and city changed"'),
  changes: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
}) satisfies z.ZodType<HistoryEntryView>;

const TermHistory = z.object({
  termId: z.int().describe('The id of the term, which is that of a policy'),
  policyNumber: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  isDeleted: z.boolean(),
  entries: z.array(HistoryEntry).describe('Oldest first'),
}) satisfies z.ZodType<TermHistoryView>;

const RevenueTrend = z.object({
  months: z
    .array(z.object({ month: z.string(), premium: z.string() }))
    .describe('YYYY-MM and rupees with two digits; oldest first, also months without policies'),
  hasHistory: z.boolean().describe('False while no policy has ever begun'),
}) satisfies z.ZodType<RevenueTrendView>;

/** `HealthPolicy`, `VehiclePolicyInput`: the name of a shape of a kind. */
export const nameOfKind = (kind: PolicyKind, rest: string): string =>
  `${kind === 'health' ? 'Health' : 'Vehicle'}${rest}`;

/** The named shapes of the REST API, made from the contracts that validate and build them. */
export function componentSchemas(): Record<string, JsonSchema> {
  return {
    ...named('input', { Credentials, CustomerInput, CustomerPatch, KycInput }, toldOfCustomer),
    ...Object.assign({}, ...POLICY_KINDS.map(policyInputs)),
    ...named('input', { CancellationInput, ReinstatementInput }, toldOfCancellation),
    ...documentUpload(),
    ...quotationInputs(),
    ...convertedQuotation(),
    ...named(
      'output',
      {
        CurrentUser,
        Customer: CustomerView,
        SavedCustomer,
        ...Object.assign({}, ...POLICY_KINDS.map(policyAnswers)),
        ...documentAnswers(),
        ...quotationAnswers,
        DashboardMetrics,
        UpcomingRenewal,
        UpcomingRenewals: z.object({ upcomingRenewals: z.array(UpcomingRenewal) }),
        RevenueTrend,
        SearchAnswer,
        Warning,
        HistoryEntry,
        TermHistory,
        Problem,
      },
      toldOfAnswer,
    ),
  };
}

const policyInputs = (kind: PolicyKind): Record<string, JsonSchema> =>
  named(
    'input',
    {
      [nameOfKind(kind, 'PolicyInput')]: policyInputOf(kind),
      [nameOfKind(kind, 'PolicyPatch')]: policyPatchOf(kind),
      [nameOfKind(kind, 'PolicyRenewal')]: renewalOf(kind),
      [nameOfKind(kind, 'PolicyEndorsement')]: endorsementOf(kind),
    },
    toldOfPolicy(kind),
  );

const policyAnswers = (kind: PolicyKind): Record<string, z.ZodType> => ({
  [nameOfKind(kind, 'Policy')]: answerOf(kind),
  [`Saved${nameOfKind(kind, 'Policy')}`]: savedAnswerOf(kind),
});
