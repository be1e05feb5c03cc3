import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

export interface FieldGroup {
  heading: string;
  fields: PolicyField[];
}

/** The fields of a whole policy, as a form shows them. */
export const POLICY_FIELD_GROUPS: Readonly<Record<PolicyKind, FieldGroup[]>> = {
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
export const REQUIRED_POLICY_FIELDS: readonly PolicyField[] = [
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
