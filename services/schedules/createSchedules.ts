import { buffer } from 'node:stream/consumers';
import { FILE_KIND_MIME_TYPES } from '@insuremanager/contracts/documents/documentKinds';
import type { PolicySchedule } from '@insuremanager/contracts/schedules/scheduleViews';
import type { Documents, DocumentsOfBook } from '../documents/index.js';
import { conflict } from '../platform/errors.js';
import type { Book } from '../platform/readModels/readTables.js';
import type { Policies } from '../policies/index.js';
import { asCalledHere } from './insurers.js';
import type { ScheduleReader, UnreadableReason } from './scheduleReader.js';

/** The capability "schedules": what insurers' PDFs say of policies. */
export interface Schedules {
  /**
   * What a PDF says, to be checked by a person. Nothing of it is kept or logged.
   * @throws as `documents.open` does; conflict `schedule-…` when it cannot be read; unavailable
   *   when too many are read just now.
   */
  read(documentId: number): Promise<PolicySchedule>;

  /** The same for whom only the customers of a book, and what is theirs, exist. */
  within(book: Book): SchedulesOfBook;
}
export type SchedulesOfBook = Omit<Schedules, 'within'>;

export interface ScheduleDependencies {
  readonly documents: Pick<Documents, 'open' | 'within'>;
  readonly policies: Pick<Policies, 'insurers'>;
  readonly scheduleReader: Pick<ScheduleReader, 'read'>;
}

/** The capability "schedules" over documents and who reads them. */
export function createSchedules(others: ScheduleDependencies): Schedules {
  const { documents, policies, scheduleReader } = others;

  const of = ({ open }: Pick<DocumentsOfBook, 'open'>): SchedulesOfBook => ({
    async read(documentId) {
      const { document, content } = await open(documentId);
      if (document.mimeType !== FILE_KIND_MIME_TYPES.pdf) {
        content.destroy();
        throw conflict('schedule-no-pdf', 'Only a PDF can be read as a policy schedule.');
      }
      const read = await scheduleReader.read(await buffer(content));
      if ('unreadable' in read) throw unreadable(read.unreadable);
      const { customerId, fileName } = document;
      const fields = await Promise.all(
        read.fields.map(async (field) =>
          field.field === 'insuranceCompany'
            ? { ...field, value: await calledHere(field.value) }
            : field,
        ),
      );
      return { documentId, customerId, fileName, ...read, fields };
    },
  });

  /** Policies of an insurer are listed by one name. */
  const calledHere = async (name: string): Promise<string> => {
    const [word = name] = name.split(' ');
    return asCalledHere(name, [
      ...(await policies.insurers(word)),
      ...(await policies.insurers(`The ${word}`)),
    ]);
  };

  return { ...of(documents), within: (book) => of(documents.within(book)) };
}

const ENTER = 'Enter the policy by hand.';
const SENTENCES: Readonly<Record<UnreadableReason, string>> = {
  encrypted: `This PDF is locked by a password. Upload it without one, or enter the policy by hand.`,
  damaged: `This PDF is damaged and cannot be read. ${ENTER}`,
  'no-text': `This PDF is a scan: it holds pictures and no text. ${ENTER}`,
  'too-heavy': `This PDF takes too long to read. ${ENTER}`,
};

const unreadable = (reason: UnreadableReason) => conflict(`schedule-${reason}`, SENTENCES[reason]);
