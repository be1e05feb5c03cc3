import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import { NOMINEE_FIELDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { FieldGroup } from '../../ui/record/fieldsForm';

/** What is insured with a vehicle, in the form and in the drawer. */
export const VEHICLE_FIELDS: PolicyField[] = [
  'vehicleNumber',
  'vehicleType',
  'vehicleMake',
  'vehicleModel',
  'vehicleYear',
  'engineNumber',
  'chassisNumber',
];

/** The fields of a whole policy, as a form shows them. */
export const POLICY_FIELD_GROUPS: Readonly<Record<PolicyKind, FieldGroup<PolicyField>[]>> = {
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
    { heading: 'Nominee', fields: NOMINEE_FIELDS },
  ],
  vehicle: [
    { heading: 'Policy', fields: ['customerId', 'policyNumber', 'insuranceCompany'] },
    {
      heading: 'Vehicle',
      fields: VEHICLE_FIELDS,
    },
    { heading: 'Term', fields: ['startDate', 'endDate', 'status'] },
    {
      heading: 'Cover and premium',
      fields: [
        'sumAssured',
        'premiumAmount',
        'premiumFrequency',
        'ownDamagePremium',
        'thirdPartyPremium',
        'premiumGst',
        'coverType',
        'ncbPercent',
        'thirdPartyEndDate',
      ],
    },
  ],
};
