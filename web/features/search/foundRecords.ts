import type { TypedDocumentNode } from '@apollo/client';
import type { DeepPartial } from '@apollo/client/utilities';
import { Calculator, Document, DriveTime, Heart, People } from '@blueprintjs/icons';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { ComponentType } from 'react';
import {
  CustomerFieldsFragmentDoc,
  DocumentWithOwnersFragmentDoc,
  type GlobalSearchQuery,
  PolicyWithCustomerFragmentDoc,
  QuotationWithCustomerFragmentDoc,
} from '../../data/operations.generated';
import type { RecordKind } from '../../records/addresses';

export type Results = GlobalSearchQuery['search'];
type Group = keyof Results;

/** The title, and what stands beside it. */
type Shown = readonly [title: string | undefined, ...details: (string | null | undefined)[]];

interface FoundRecord<Known> {
  group: Group;
  heading: string;
  icon: ComponentType;
  /** What the client remembers of one that was opened. */
  opened: TypedDocumentNode<unknown>;
  shown: (record: Known) => Shown;
}

const found = <Of extends Group, Opened>(
  group: Of,
  opened: TypedDocumentNode<Opened>,
  rest: Pick<FoundRecord<Results[Of]['items'][number] | DeepPartial<Opened>>, 'shown'> &
    Pick<FoundRecord<never>, 'heading' | 'icon'>,
): FoundRecord<never> => ({ group, opened: opened as TypedDocumentNode<unknown>, ...rest });

/** Null: deleted. Undefined: not known here. */
const nameOf = (customer: { name?: string } | null | undefined): string | undefined =>
  customer === null ? 'Deleted customer' : customer?.name;

/** How each kind of record is shown where it was found, in the order of the groups. */
export const FOUND_RECORDS: Readonly<Record<RecordKind, FoundRecord<never>>> = {
  customer: found('customers', CustomerFieldsFragmentDoc, {
    heading: 'Customers',
    icon: People,
    shown: ({ name, phone }) => [name, phone && formatPhone(phone)],
  }),
  health: found('healthPolicies', PolicyWithCustomerFragmentDoc, {
    heading: 'Health Policies',
    icon: Heart,
    shown: ({ policyNumber, customer, insuranceCompany }) => [
      policyNumber,
      nameOf(customer),
      insuranceCompany,
    ],
  }),
  vehicle: found('vehiclePolicies', PolicyWithCustomerFragmentDoc, {
    heading: 'Vehicle Policies',
    icon: DriveTime,
    shown: ({ policyNumber, customer, vehicleNumber, insuranceCompany }) => [
      policyNumber,
      nameOf(customer),
      vehicleNumber && formatPlate(vehicleNumber),
      insuranceCompany,
    ],
  }),
  document: found('documents', DocumentWithOwnersFragmentDoc, {
    heading: 'Documents',
    icon: Document,
    shown: ({ fileName, customer }) => [fileName, nameOf(customer)],
  }),
  quotation: found('quotations', QuotationWithCustomerFragmentDoc, {
    heading: 'Quotations',
    icon: Calculator,
    shown: ({ quotationNumber, customer, insuranceCompany }) => [
      quotationNumber,
      nameOf(customer),
      insuranceCompany,
    ],
  }),
};
