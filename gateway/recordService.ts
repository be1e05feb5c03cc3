import type { ChangedRecord, RecordDeclaration } from '@insuremanager/contracts/records/records';
import type { RecordService } from '@insuremanager/services/platform/records/recordService';
import type { Capabilities } from './books.js';

/** The service of a kind of records, which is called as they are. */
export const serviceOf = (
  capabilities: Pick<Capabilities, 'customers'>,
  { many }: Pick<RecordDeclaration, 'many'>,
): RecordService<ChangedRecord> => capabilities[many as 'customers'] as never;
