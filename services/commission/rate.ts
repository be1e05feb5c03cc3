import {
  CommissionRateAdded,
  CommissionRateChanged,
  CommissionRateDeleted,
  RateDetails,
  type RateEvent,
} from '@insuremanager/contracts/commission/rateEvents';
import type { rateRecord } from '@insuremanager/contracts/commission/rateViews';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { type Detailed, detailedDecider } from './detailed.js';

export type CommissionRate = Detailed<RateDetails>;

/** What an insurer pays for a product from a day on. One for each day: the last that began counts. */
export const rateDecider = detailedDecider<typeof rateRecord, RateDetails, RateEvent>({
  one: 'commissionRate',
  fields: RateDetails.keyof().options,
  added: (rateId, details) => CommissionRateAdded({ rateId, details }),
  changed: (rateId, details) => CommissionRateChanged({ rateId, details }),
  deleted: (rateId) => CommissionRateDeleted({ rateId }),
  read: ({ data }) => ({ id: data.rateId, details: 'details' in data ? data.details : null }),
  unique: ({ insuranceCompany, product, validFrom }) => ({
    kind: 'validFrom',
    value: `${searchKey(insuranceCompany)} ${product} ${validFrom}`,
    message: 'There is a rate of this insurer and product from that day on.',
  }),
});
