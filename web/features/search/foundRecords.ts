import type { TypedDocumentNode } from '@apollo/client';
import type { DeepPartial } from '@apollo/client/utilities';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import {
  ClaimWithCustomerFragmentDoc,
  CustomerFieldsFragmentDoc,
  DocumentWithOwnersFragmentDoc,
  type GlobalSearchQuery,
  LeadWithCustomerFragmentDoc,
  PolicyWithCustomerFragmentDoc,
  QuotationWithCustomerFragmentDoc,
  TaskWithCustomerFragmentDoc,
} from '../../data/operations.generated';
import type { RecordKind } from '../../records/addresses';
import { labelOf } from '../../ui/labels';

export type Results = GlobalSearchQuery['search'];
type Group = keyof Results;

/** The title, and what stands beside it. */
type Shown = readonly [title: string | undefined, ...details: (string | null | undefined)[]];

interface FoundRecord {
  group: Group;
  heading: string;
  /** What the client remembers of one that was opened. */
  opened: TypedDocumentNode<unknown>;
  shown: (record: never) => Shown;
}

const found = <Of extends Group, Opened>(
  group: Of,
  heading: string,
  opened: TypedDocumentNode<Opened>,
  shown: (record: Results[Of]['items'][number] | DeepPartial<Opened>) => Shown,
): FoundRecord => ({ group, heading, opened: opened as TypedDocumentNode<unknown>, shown });

/** Null: deleted. Undefined: not known here. */
const nameOf = (customer: { name?: string } | null | undefined): string | undefined =>
  customer === null ? 'Deleted customer' : customer?.name;

/** How each kind of record is shown where it was found, in the order of the groups. */
export const FOUND_RECORDS: Readonly<Record<RecordKind, FoundRecord>> = {
  customer: found('customers', 'Customers', CustomerFieldsFragmentDoc, ({ name, phone }) => [
    name,
    phone && formatPhone(phone),
  ]),
  health: found('healthPolicies', 'Health Policies', PolicyWithCustomerFragmentDoc, (policy) => [
    policy.policyNumber,
    nameOf(policy.customer),
    policy.insuranceCompany,
  ]),
  vehicle: found('vehiclePolicies', 'Vehicle Policies', PolicyWithCustomerFragmentDoc, (policy) => [
    policy.policyNumber,
    nameOf(policy.customer),
    policy.vehicleNumber && formatPlate(policy.vehicleNumber),
    policy.insuranceCompany,
  ]),
  document: found('documents', 'Documents', DocumentWithOwnersFragmentDoc, (document) => [
    document.fileName,
    nameOf(document.customer),
  ]),
  quotation: found('quotations', 'Quotations', QuotationWithCustomerFragmentDoc, (quotation) => [
    quotation.quotationNumber,
    nameOf(quotation.customer),
    quotation.insuranceCompany,
  ]),
  claim: found('claims', 'Claims', ClaimWithCustomerFragmentDoc, (claim) => [
    claim.claimNumber,
    nameOf(claim.customer),
    claim.kind && labelOf(claim.kind),
  ]),
  lead: found('leads', 'Leads', LeadWithCustomerFragmentDoc, ({ name, status }) => [
    name,
    status && labelOf(status),
  ]),
  task: found('tasks', 'Tasks and Notes', TaskWithCustomerFragmentDoc, (task) => [
    task.text,
    nameOf(task.customer),
    task.status && labelOf(task.status),
  ]),
};
