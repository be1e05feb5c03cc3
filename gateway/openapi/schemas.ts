import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { AgencySettingsView } from '@insuremanager/contracts/agency/agencyViews';
import { AuditEntryView } from '@insuremanager/contracts/audit/auditViews';
import {
  CustomerInput,
  CustomerPatch,
  KycInput,
  OwnerInput,
} from '@insuremanager/contracts/customers/customerFields';
import { CustomerView, SavedCustomer } from '@insuremanager/contracts/customers/customerViews';
import { RevealedNumber, RevealInput } from '@insuremanager/contracts/customers/revealing';
import { DashboardMetrics, RevenueTrend } from '@insuremanager/contracts/dashboard/dashboardViews';
import { DOCUMENT_LABELS, DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import { DocumentView, SavedDocument } from '@insuremanager/contracts/documents/documentViews';
import { EXPORTED_LISTS } from '@insuremanager/contracts/exports/exportedLists';
import { HistoryEntry } from '@insuremanager/contracts/history';
import {
  Credentials,
  NewPasskey,
  PasskeyAnswer,
  PasswordByLink,
  PasswordChange,
  PasswordProof,
  PasswordResetRequest,
  Proof,
  SecondFactorInput,
  TwoFactorVerification,
  UserPreferences,
} from '@insuremanager/contracts/identity/userInputs';
import {
  CurrentUser,
  PasskeyOptions,
  PasskeyView,
  RecoveryCodes,
  SecondFactorWanted,
  SecurityView,
  TwoFactorSetup,
} from '@insuremanager/contracts/identity/userViews';
import {
  CancellationInput,
  endorsementOf,
  policyInputOf,
  policyPatchOf,
  ReinstatementInput,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { TermHistory, UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import { Problem } from '@insuremanager/contracts/problem';
import {
  QuotationEmailInput,
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import { QuotationView, SavedQuotation } from '@insuremanager/contracts/quotations/quotationViews';
import {
  ReminderSettingsInput,
  SendReminderInput,
} from '@insuremanager/contracts/reminders/reminderInputs';
import {
  BulkReminders,
  ReminderPreview,
  ReminderSettingsView,
  ReminderView,
} from '@insuremanager/contracts/reminders/reminderViews';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { z } from 'zod';
import { EXPORT_BODIES, exportBodyName } from '../exports/exportRoutes.js';
import { answerOf, nameOfKind, savedAnswerOf } from '../rest/policyAnswers.js';
import { SearchAnswer } from '../rest/searchRoutes.js';
import { type JsonSchema, named, ref } from './jsonSchemas.js';

/** The bodies of requests, by the names of their shapes. */
const BODIES: Readonly<Record<string, z.ZodType>> = {
  Credentials,
  SecondFactorInput,
  TwoFactorVerification,
  Proof,
  PasswordProof,
  PasswordChange,
  PasswordResetRequest,
  PasswordByLink,
  PasskeyAnswer,
  NewPasskey,
  UserPreferences,
  CustomerInput,
  CustomerPatch,
  KycInput,
  OwnerInput,
  RevealInput,
  ...ofBothKinds((kind) => ({
    PolicyInput: policyInputOf(kind),
    PolicyPatch: policyPatchOf(kind),
    PolicyRenewal: renewalOf(kind),
    PolicyEndorsement: endorsementOf(kind),
  })),
  CancellationInput,
  ReinstatementInput,
  DocumentUpload: DocumentInput,
  QuotationInput: QuotationInputSchema,
  QuotationPatch: QuotationPatchSchema,
  QuotationEmailInput,
  SendReminderInput,
  ReminderSettingsInput,
  AgencySettingsInput,
  ...Object.fromEntries(EXPORTED_LISTS.map((list) => [exportBodyName(list), EXPORT_BODIES[list]])),
};
const SHAPES = new Map(Object.entries(BODIES).map(([name, schema]) => [schema, name]));

/** The name of the shape that a schema reads. @throws when it has none: then nothing starts. */
export function shapeOfBody(schema: z.ZodType): string {
  const name = SHAPES.get(schema);
  if (!name) throw new Error('A body has no name in OpenAPI. List it in BODIES.');
  return name;
}

/** The named shapes of the REST API, made from the contracts that validate and build them. */
export function componentSchemas(): Record<string, JsonSchema> {
  const inputs = named('input', BODIES);
  const answers = named('output', {
    CurrentUser,
    SecondFactorWanted,
    TwoFactorSetup,
    RecoveryCodes,
    Security: SecurityView,
    Passkey: PasskeyView,
    PasskeyOptions,
    Customer: CustomerView,
    SavedCustomer,
    RevealedNumber,
    ...ofBothKinds((kind) => ({ Policy: answerOf(kind) })),
    ...Object.fromEntries(
      POLICY_KINDS.map((kind) => [`Saved${nameOfKind(kind, 'Policy')}`, savedAnswerOf(kind)]),
    ),
    Document: DocumentView,
    SavedDocument,
    Quotation: QuotationView,
    SavedQuotation,
    Reminder: ReminderView,
    ReminderPreview,
    ReminderSettings: ReminderSettingsView,
    AgencySettings: AgencySettingsView,
    SavedAgencySettings: AgencySettingsView.extend({ warnings: z.array(Warning) }),
    BulkReminders,
    LastBulkReminders: BulkReminders.nullable(),
    DashboardMetrics,
    UpcomingRenewal,
    UpcomingRenewals: z.object({
      upcomingRenewals: z.array(UpcomingRenewal),
      total: z.int().describe('How many there are, also where `limit` leaves some out'),
    }),
    RevenueTrend,
    SearchAnswer,
    AuditEntry: AuditEntryView,
    Warning,
    HistoryEntry,
    TermHistory,
    Problem,
  });
  return {
    ...inputs,
    DocumentUpload: withFile(inputs.DocumentUpload as FormSchema),
    QuotationConversion: {
      description: 'A new policy of the type of insurance that was quoted',
      ...eitherKind('PolicyInput'),
    },
    LoginAnswer: {
      description: 'Who is signed in, or that a code is to follow',
      anyOf: [ref('CurrentUser'), ref('SecondFactorWanted')],
    },
    ConvertedQuotation: {
      type: 'object',
      properties: {
        quotation: ref('Quotation'),
        policy: eitherKind('Policy'),
        warnings: { type: 'array', items: ref('Warning') },
      },
      required: ['quotation', 'policy', 'warnings'],
    },
    ...answers,
  };
}

/** Shapes that each kind of policy has, under the names of the kind. */
function ofBothKinds(
  shapes: (kind: PolicyKind) => Record<string, z.ZodType>,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    POLICY_KINDS.flatMap((kind) =>
      Object.entries(shapes(kind)).map(([rest, schema]) => [nameOfKind(kind, rest), schema]),
    ),
  );
}

const eitherKind = (shape: string): JsonSchema => ({
  anyOf: POLICY_KINDS.map((kind) => ref(nameOfKind(kind, shape))),
});

type FormSchema = JsonSchema & { properties: Record<string, JsonSchema>; required: string[] };

/** The form by which a document is uploaded: what is said of the file, and the file as a part. */
const withFile = ({ properties, required, ...form }: FormSchema): JsonSchema => ({
  ...form,
  properties: {
    file: {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      title: DOCUMENT_LABELS.fileName,
      description: 'At most 10 MB',
    },
    ...properties,
  },
  required: ['file', ...required],
});
