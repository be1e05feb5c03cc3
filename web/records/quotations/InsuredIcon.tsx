import { Heart } from '@blueprintjs/icons';
import type { QuotationWithCustomerFragment } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';
import { VehicleTypeIcon } from '../policies/VehicleTypeIcon';

interface InsuredIconProps {
  quotation: Pick<QuotationWithCustomerFragment, 'insuranceType' | 'vehicleType'>;
}

/** What is to be insured: by its shape, and by a word for those who do not see it. */
export const InsuredIcon = ({ quotation }: InsuredIconProps) =>
  quotation.insuranceType === 'vehicle' ? (
    <VehicleTypeIcon type={quotation.vehicleType ?? 'other'} />
  ) : (
    <span className="vehicle-type" title={labelOf('health')}>
      <Heart />
      <span className="visually-hidden">{labelOf('health')}</span>
    </span>
  );
