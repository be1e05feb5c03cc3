import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

export interface FieldGroup {
  heading: string;
  fields: PolicyField[];
}

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
      fields: VEHICLE_FIELDS,
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
