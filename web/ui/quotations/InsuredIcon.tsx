import { Heart } from '@blueprintjs/icons';
import type { QuotationFieldsFragment } from '../../data/operations.generated';
import { VehicleTypeIcon } from '../policies/VehicleTypeIcon';
import { INSURANCE_WORDS } from './quotationWords';

interface InsuredIconProps {
  quotation: Pick<QuotationFieldsFragment, 'insuranceType' | 'vehicleType'>;
}

/** What is to be insured: by its shape, and by a word for those who do not see it. */
export const InsuredIcon = ({ quotation }: InsuredIconProps) =>
  quotation.insuranceType === 'vehicle' ? (
    <VehicleTypeIcon type={quotation.vehicleType ?? 'other'} />
  ) : (
    <span className="vehicle-type" title={INSURANCE_WORDS.health}>
      <Heart />
      <span className="visually-hidden">{INSURANCE_WORDS.health}</span>
    </span>
  );
