import {
  CONSENTS,
  KYC_STATUSES,
  LANGUAGES,
} from '@insuremanager/contracts/customers/customerFields';
import { IDENTIFYING_FIELDS } from '@insuremanager/contracts/customers/customerViews';
import { REVEALED_FIELDS } from '@insuremanager/contracts/customers/revealing';
import {
  ACTIVE_CONTENT,
  DOCUMENT_TYPES,
  FILE_KINDS,
} from '@insuremanager/contracts/documents/documentKinds';
import {
  NOTIFICATION_KINDS,
  NOTIFIED_RECORDS,
} from '@insuremanager/contracts/notifications/notificationViews';
import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import {
  CHANNELS,
  DELIVERY_PROBLEMS,
  REMINDER_COVERS,
  REMINDER_STATUSES,
  REMINDER_TRIGGERS,
  SUPPRESSION_REASONS,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { BULK_STATES } from '@insuremanager/contracts/reminders/reminderViews';
import { GST_CLASSES } from '@insuremanager/contracts/rules/gst';
import { PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import { VIEWED_LISTS } from '@insuremanager/contracts/savedViews/savedViews';
import { registerEnumType } from 'type-graphql';

const enums = new Map<string, object>();

/** An enum of these values. A name in GraphQL has no hyphen. */
export function enumType(name: string, values: readonly string[]): object {
  const named = Object.fromEntries(values.map((value) => [value.replaceAll('-', '_'), value]));
  if (enums.has(values.join())) throw new Error(`Another enum has the values of ${name}`);
  registerEnumType(named, { name });
  enums.set(values.join(), named);
  return named;
}

/** The enum of these values. */
export function enumOf(values: readonly string[]): object {
  const existing = enums.get(values.join());
  if (!existing) throw new Error(`No enum of GraphQL has the values ${values.join(', ')}`);
  return existing;
}

export const KycStatusEnum = enumType('KycStatus', KYC_STATUSES);
export const SortDirectionEnum = enumType('SortDirection', ['asc', 'desc']);
export const GstClassEnum = enumType('GstClass', GST_CLASSES);
export const PolicyKindEnum = enumType('PolicyKind', POLICY_KINDS);
enumType('Language', LANGUAGES);
enumType('Consent', CONSENTS);
enumType('DuplicateField', IDENTIFYING_FIELDS);
export const RevealedFieldEnum = enumType('RevealedField', REVEALED_FIELDS);
enumType('PolicyStatus', POLICY_STATUSES);
enumType('PolicyType', POLICY_TYPES);
enumType('VehicleType', VEHICLE_TYPES);
enumType('CoverType', COVER_TYPES);
enumType('CancellationReason', CANCELLATION_REASONS);
enumType('PremiumFrequency', PREMIUM_FREQUENCIES);
enumType('QuotationStatus', QUOTATION_STATUSES);
enumType('DocumentType', DOCUMENT_TYPES);
enumType('FileKind', FILE_KINDS);
enumType('ActiveContent', ACTIVE_CONTENT);
enumType('ReminderChannel', CHANNELS);
enumType('ReminderStatus', REMINDER_STATUSES);
enumType('ReminderTrigger', REMINDER_TRIGGERS);
enumType('ReminderCover', REMINDER_COVERS);
enumType('SuppressionReason', SUPPRESSION_REASONS);
enumType('DeliveryProblem', DELIVERY_PROBLEMS);
enumType('BulkState', BULK_STATES);
enumType('NotificationKind', NOTIFICATION_KINDS);
enumType('NotifiedRecord', NOTIFIED_RECORDS);
export const ViewedListEnum = enumType('ViewedList', VIEWED_LISTS);
