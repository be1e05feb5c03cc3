import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import { DOCUMENT_TYPES } from '@insuremanager/contracts/documents/documentKinds';
import { specimenPdf } from '../../demo/specimens.js';
import { sha256Of, uploadForm } from '../../harness/client.js';
import {
  type AcknowledgedDocument,
  type Agent,
  type Command,
  DocumentAnswer,
  ownRecords,
  requirePolicyholder,
} from './book.js';

const PATH = '/api/documents';
const NOTE = 'Signed by hand. ';
/** Of some files, several pieces are sent and stored: connections break off within them, too. */
const LENGTHS = [1, 1, 20_000];

/** What one agent does with documents of their own. Each file holds the key of its command. */
export function documentWork(agent: Agent) {
  const { sender, book, chance } = agent;
  const { own, oneOf, record, markDeleted, append, requestOn } = ownRecords<AcknowledgedDocument>(
    agent,
    { records: book.documents, streamOf: documentStream, pathOf: () => PATH },
  );

  const upload = async (key: string): Promise<void> => {
    const customerId = requirePolicyholder(agent);
    const file = Buffer.from(specimenPdf([key, NOTE.repeat(chance.pick(LENGTHS))]));
    // Half of the files come before anybody knows whose they are.
    const isFileFirst = chance.chance(0.5);
    const documentType = chance.pick(DOCUMENT_TYPES);
    const body = uploadForm(customerId, file, { fileName: key, documentType, isFileFirst });
    const request: Command = { method: 'POST', path: `${PATH}/upload`, key, body };
    // Now and then at twice, as by a browser that sends again what it believes lost.
    const times = chance.chance(0.2) ? [request, request] : [request];
    const answers = await Promise.all(times.map((each) => sender.acknowledged(each)));
    const [document, ...same] = answers.map(({ json }) => DocumentAnswer.parse(json));
    if (!document || same.some(({ id }) => id !== document.id)) {
      throw new Error(`Not one document of one key: ${key}`);
    }
    record({ ...document, sha256: sha256Of(file), isDeleted: false });
    append(key, document.id, 'DocumentUploaded');
  };

  return {
    async step(key: string): Promise<void> {
      const document = own.size > 0 && chance.chance(0.2) ? oneOf() : undefined;
      if (!document) return upload(key);
      await sender.acknowledged(requestOn(document, key, { method: 'DELETE' }));
      markDeleted(document);
      append(key, document.id, 'DocumentDeleted');
    },
  };
}
