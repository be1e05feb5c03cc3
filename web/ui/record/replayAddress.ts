import { DOSSIER_RECORDS, type DossierRecord } from '@insuremanager/contracts/integrity/dossier';
import { PAST_DAY } from '../../data/pastDay';

/** Whether auditors replay such records: of a past day they look at the records themselves. */
export const isReplayed = (record: string | null | undefined): record is DossierRecord =>
  PAST_DAY === null && DOSSIER_RECORDS.some((one) => one === record);

/** Where auditors replay a record; a policy by any of its terms. */
export const replayAddress = (record: string, id: number | string): string =>
  `/audit/${record}/${id}`;
