import {
  CommissionShareAdded,
  CommissionShareChanged,
  CommissionShareDeleted,
  ShareDetails,
  type ShareEvent,
} from '@insuremanager/contracts/commission/shareEvents';
import type { shareRecord } from '@insuremanager/contracts/commission/shareViews';
import { type Detailed, detailedDecider } from './detailed.js';

export type CommissionShare = Detailed<ShareDetails>;

/** What a sub-agent gets from a day on. */
export const shareDecider = detailedDecider<typeof shareRecord, ShareDetails, ShareEvent>({
  one: 'commissionShare',
  fields: ShareDetails.keyof().options,
  added: (shareId, details) => CommissionShareAdded({ shareId, details }),
  changed: (shareId, details) => CommissionShareChanged({ shareId, details }),
  deleted: (shareId) => CommissionShareDeleted({ shareId }),
  read: ({ data }) => ({ id: data.shareId, details: 'details' in data ? data.details : null }),
  unique: ({ userId, validFrom }) => ({
    kind: 'commissionShare',
    value: `${userId} ${validFrom}`,
    message: 'This sub-agent has a share from that day on.',
  }),
});
