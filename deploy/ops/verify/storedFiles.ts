import { createHash } from 'node:crypto';
import {
  AGENCY_STREAM,
  type AgencySettingsChanged,
} from '@insuremanager/contracts/agency/agencyEvents';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import type { DocumentUploaded } from '@insuremanager/contracts/documents/documentEvents';
import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import type { QuotationEmailRequested } from '@insuremanager/contracts/quotations/quotationEvents';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import { Refusal } from '@insuremanager/services/platform/errors';
import { FileDamaged } from '@insuremanager/services/platform/files/contentCipher';
import { FileMissing } from '@insuremanager/services/platform/files/fileStore';
import type { Files } from '@insuremanager/services/platform/files/files';
import { forEachLimit } from '@insuremanager/services/platform/forEachLimit';
import type { Findings } from '@insuremanager/services/platform/verification/findings';

/** A file that an event refers to, for ever. */
interface ReferredFile {
  readonly fileKey: string;
  contentKey(): Promise<Buffer>;
  /** Hexadecimal digits; absent where the event does not say it. */
  readonly sha256?: string;
}

type FileReader = Pick<Files, 'open' | 'contentKeyOf'>;

/** What events of a type refer to; `erased` when their person's key is gone. */
const REFERRED: Readonly<
  Record<string, (event: RecordedEvent, files: FileReader) => ReferredFile | 'erased' | null>
> = {
  DocumentUploaded(event) {
    const { fileKey, personal } = event.data as EventOf<typeof DocumentUploaded>['data'];
    if (!personal) return 'erased';
    const key = Buffer.from(personal.contentKey, 'base64url');
    return { fileKey, contentKey: async () => key, sha256: personal.sha256 };
  },

  QuotationEmailRequested(event, files) {
    const { data } = event as RecordedEvent<EventOf<typeof QuotationEmailRequested>>;
    if (!data.personal) return 'erased';
    const { fileKey, customerId } = data;
    const contentKey = () => files.contentKeyOf(customerStream(customerId), fileKey);
    return { fileKey, contentKey };
  },

  AgencySettingsChanged(event, files) {
    const { logo } = event.data as EventOf<typeof AgencySettingsChanged>['data'];
    if (!logo) return null;
    const { fileKey, sha256 } = logo;
    return { fileKey, contentKey: () => files.contentKeyOf(AGENCY_STREAM, fileKey), sha256 };
  },
};

const FILES_AT_ONCE = 4;

/**
 * Reads every file that these events refer to, to its end: each chunk has a tag that only its own
 * bytes in their own place fit, and the whole has the checksum of what was uploaded.
 */
export async function checkFiles(
  events: readonly RecordedEvent[],
  files: FileReader,
  findings: Findings,
): Promise<void> {
  await forEachLimit(events, { atOnce: FILES_AT_ONCE }, async (event) => {
    const referred = REFERRED[event.type]?.(event, files) ?? null;
    if (referred === null) return;
    if (referred === 'erased') {
      findings.erased.files += 1;
      return;
    }
    findings.checked.files += 1;
    const problem = await problemOf(referred, files);
    if (problem === 'erased') findings.erased.files += 1;
    else if (problem) {
      const where = `${referred.fileKey} (${event.stream}@${event.revision})`;
      findings.add({ check: 'files', problem, where });
    }
  });
}

async function problemOf(file: ReferredFile, files: FileReader): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await files.open(file.fileKey, await file.contentKey())) {
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof FileMissing) return 'file-missing';
    if (error instanceof FileDamaged) return 'file-damaged';
    if (error instanceof Refusal && error.code === 'subject-erased') return 'erased';
    throw error;
  }
  return file.sha256 === undefined || hash.digest('hex') === file.sha256 ? null : 'file-differs';
}
