import { DOSSIER_RECORDS, type DossierRecord } from '@insuremanager/contracts/integrity/dossier';

/** Whether auditors replay such records. */
export const isReplayed = (record: string | null | undefined): record is DossierRecord =>
  DOSSIER_RECORDS.some((one) => one === record);

/** Where auditors replay a record; a policy by any of its terms. */
export const replayAddress = (record: string, id: number | string): string =>
  `/audit/${record}/${id}`;
