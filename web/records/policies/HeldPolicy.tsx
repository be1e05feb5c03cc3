import { Heart } from '@blueprintjs/icons';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { CustomerPoliciesQuery } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';
import { HeldRecord } from '../HeldRecord';
import { PolicyBadges } from './PolicyBadges';
import { Premium } from './Premium';
import { VehicleTypeIcon } from './VehicleTypeIcon';

type Policy = CustomerPoliciesQuery['policies']['items'][number];

/** A policy beside the others that somebody holds. */
export const HeldPolicy = ({ policy, days }: { policy: Policy; days: string }) => (
  <HeldRecord
    record={policy}
    icon={
      policy.vehicleType ? (
        <VehicleTypeIcon type={policy.vehicleType} />
      ) : (
        <span className="vehicle-type" aria-hidden="true">
          <Heart />
        </span>
      )
    }
    name={policy.policyNumber}
    cover={coverOf(policy)}
    days={days}
    badges={<PolicyBadges policy={policy} />}
    amount={<Premium policy={policy} />}
  />
);

/** What is insured, in a few words. */
function coverOf(policy: Policy): string {
  const { policyType, vehicleNumber, vehicleMake, vehicleModel, insuranceCompany } = policy;
  const what = policyType
    ? [labelOf(policyType)]
    : [formatPlate(vehicleNumber ?? ''), vehicleMake, vehicleModel];
  return [what.filter(Boolean).join(' '), insuranceCompany].filter(Boolean).join(' · ');
}
