import type { RateEvent } from '@insuremanager/contracts/commission/rateEvents';
import { rateRecord, rateWarnings } from '@insuremanager/contracts/commission/rateViews';
import type { ShareEvent } from '@insuremanager/contracts/commission/shareEvents';
import { shareRecord } from '@insuremanager/contracts/commission/shareViews';
import { usernamesOf } from '../identity/index.js';
import { invalid } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createRecords } from '../platform/records/createRecords.js';
import type { RecordService, WithinBooks } from '../platform/records/recordService.js';
import type { SliceTables } from '../platform/slice.js';
import {
  RATE_SORTS,
  rateColumns,
  ratesTable,
  SHARE_SORTS,
  shareColumns,
  sharesTable,
} from './commissionTables.js';
import { type CommissionRate, rateDecider } from './rate.js';
import { type CommissionShare, shareDecider } from './share.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'withLock'>;

export type CommissionRates = RecordService<typeof rateRecord> &
  WithinBooks<RecordService<typeof rateRecord>>;

export const createCommissionRates = (platform: Parts, tables: SliceTables): CommissionRates =>
  createRecords<typeof rateRecord, CommissionRate, RateEvent, never>(platform, tables, {
    declared: rateRecord,
    decider: rateDecider,
    table: ratesTable,
    sorts: RATE_SORTS,
    columns: rateColumns,
    warningsOf: rateWarnings,
  });

export type CommissionShares = RecordService<typeof shareRecord> &
  WithinBooks<RecordService<typeof shareRecord>>;

export function createCommissionShares(platform: Parts, tables: SliceTables): CommissionShares {
  const usernames = usernamesOf(platform);
  return createRecords<typeof shareRecord, CommissionShare, ShareEvent, never>(platform, tables, {
    declared: shareRecord,
    decider: shareDecider,
    table: sharesTable,
    sorts: SHARE_SORTS,
    columns: shareColumns,
    async carryOut(command, _asked, decide) {
      const given =
        command.type === 'create' ? command.input : command.type === 'update' ? command.patch : {};
      const { userId } = given;
      if (userId !== undefined && !(await usernames([userId])).has(userId)) {
        const message = 'There is no such user.';
        throw invalid([{ field: 'userId', code: 'user-unknown', message }]);
      }
      return decide({});
    },
  });
}
