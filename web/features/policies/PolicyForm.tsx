import { useApolloClient } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { PolicyField, PolicyInput } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useMemo } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { CustomerChoiceByIdDocument, HolderNameFragmentDoc } from '../../data/operations.generated';
import { useCustomer } from '../../ui/CustomerPicker';
import { RecordForm } from '../../ui/record/RecordForm';
import { type FormEnds, useRecordForm } from '../../ui/record/useRecordForm';
import { type FieldGroup, PolicyFields } from './PolicyFields';
import type { Policy } from './policy';
import { policyEditRules, shownValue } from './policyEdit';
import {
  changesOf,
  emptyForm,
  formOf,
  inputOf,
  type PolicyFormValues,
  policyFormSchema,
  warningsOf,
} from './policyForm';
import { POLICY_LISTS } from './policyListDesign';
import { useSavePolicy } from './useSavePolicy';

interface PolicyFormProps extends FormEnds {
  kind: PolicyKind;
  /** The policy as the edit begins; null for a new one. */
  base: Policy | null;
  /** For whom a new one is meant, when that is known. */
  holderId?: number | null;
}

const GROUPS: Readonly<Record<PolicyKind, FieldGroup[]>> = {
  health: [
    {
      heading: 'Policy',
      fields: ['customerId', 'policyNumber', 'insuranceCompany', 'policyType'],
    },
    { heading: 'Term', fields: ['startDate', 'endDate', 'status'] },
    {
      heading: 'Cover and premium',
      fields: ['sumAssured', 'premiumAmount', 'premiumFrequency'],
    },
  ],
  vehicle: [
    { heading: 'Policy', fields: ['customerId', 'policyNumber', 'insuranceCompany'] },
    {
      heading: 'Vehicle',
      fields: [
        'vehicleNumber',
        'vehicleType',
        'vehicleMake',
        'vehicleModel',
        'vehicleYear',
        'engineNumber',
        'chassisNumber',
      ],
    },
    { heading: 'Term', fields: ['startDate', 'endDate', 'status'] },
    {
      heading: 'Cover and premium',
      fields: [
        'sumAssured',
        'premiumAmount',
        'premiumFrequency',
        'coverType',
        'ncbPercent',
        'thirdPartyEndDate',
      ],
    },
  ],
};

/** What must be filled in; a status left alone is active. */
export const REQUIRED: readonly PolicyField[] = [
  'customerId',
  'policyNumber',
  'insuranceCompany',
  'policyType',
  'vehicleNumber',
  'vehicleType',
  'sumAssured',
  'premiumAmount',
  'premiumFrequency',
  'startDate',
  'endDate',
];

const done = ({ policyNumber }: Policy, isNew: boolean) =>
  isNew
    ? { title: 'Policy Created', description: `${policyNumber} has been added.` }
    : { title: 'Policy Updated', description: `${policyNumber} has been updated.` };

export function PolicyForm({ kind, base: opened, holderId = null, ...ends }: PolicyFormProps) {
  const form = useForm<PolicyFormValues, unknown, PolicyInput>({
    defaultValues: opened ? formOf(opened) : emptyForm(holderId),
    resolver: zodResolver(policyFormSchema(kind)) as unknown as Resolver<
      PolicyFormValues,
      unknown,
      PolicyInput
    >,
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as PolicyFormValues;
  const customer = useCustomer(values.customerId === '' ? null : Number(values.customerId));
  const nameOf = useNameOfCustomer();
  const rules = useMemo(() => policyEditRules(kind, nameOf), [kind, nameOf]);
  const save = useSavePolicy(kind);

  const edit = useRecordForm({
    ...ends,
    one: 'policy',
    opened,
    form,
    rules,
    changesOf: (base, input) => (base ? changesOf(base, input) : inputOf(kind, input)),
    save,
    done,
  });
  const today = kolkataDay(new Date());
  const isFor = opened?.customerId ?? holderId;
  return (
    <RecordForm
      edit={edit}
      one="policy"
      addLabel={POLICY_LISTS[kind].addLabel}
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <PolicyFields
        kind={kind}
        form={form}
        groups={GROUPS[kind]}
        required={REQUIRED}
        warnings={warningsOf(kind, values, customer?.kycStatus ?? null, today)}
        warnsAtOnce={opened !== null}
        autoFocus={isFor === null ? 'customerId' : 'policyNumber'}
      />
    </RecordForm>
  );
}

/** Of a customer whom the form, or the policy as others left it, has named. */
function useNameOfCustomer(): (customerId: string) => string {
  const client = useApolloClient();
  return useMemo(
    () => (customerId) => {
      const variables = { id: Number(customerId) };
      const known = client.readQuery({ query: CustomerChoiceByIdDocument, variables });
      if (known?.customer) return known.customer.name;
      const id = client.cache.identify({ __typename: 'PolicyCustomer', id: Number(customerId) });
      const holder = client.readFragment({ id: id ?? '', fragment: HolderNameFragmentDoc });
      return holder?.name ?? `Customer ${customerId}`;
    },
    [client],
  );
}
