import { createHash } from 'node:crypto';
import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import { DOCUMENT_TYPES } from '@insuremanager/contracts/documents/documentKinds';
import type { Dice } from '../demo/dice.js';
import { specimenPdf } from '../demo/specimens.js';
import type { AcknowledgedCommand, AcknowledgedDocument, Book } from './acknowledged.js';
import type { Answer } from './http.js';
import type { Order, Sender } from './sender.js';

interface Parts {
  readonly sender: Sender;
  readonly book: Book;
  readonly chance: Dice;
  /** The customer whose documents the agent keeps. */
  readonly holder: () => number | undefined;
}

/** What one agent does with documents of their own. Each file holds the key of its command. */
export function documentWork({ sender, book, chance, holder }: Parts) {
  const own: number[] = [];

  const upload = async (key: string): Promise<void> => {
    const customerId = holder();
    if (customerId === undefined) throw new Error('There is no customer yet.');
    const file = Buffer.from(specimenPdf([key, NOTE.repeat(chance.pick(LENGTHS))]));
    const body = new FormData();
    // Half of the files come before anybody knows whose they are.
    if (chance.chance(0.5)) body.set('file', new Blob([file]), key);
    body.set('customerId', String(customerId));
    body.set('documentType', chance.pick(DOCUMENT_TYPES));
    if (!body.has('file')) body.set('file', new Blob([file]), key);
    const order: Order = { method: 'POST', path: '/api/documents/upload', key, body };
    // Now and then at twice, as by a browser that sends again what it believes lost.
    const times = chance.chance(0.2) ? [order, order] : [order];
    const answers = await Promise.all(times.map((each) => sender.acknowledged(each)));
    const [document, ...same] = answers.map(({ json }) => told(json, file));
    if (!document || same.some(({ id }) => id !== document.id)) {
      throw new Error(`Not one document of one key: ${key}`);
    }
    book.documents.set(document.id, document);
    book.commands.push(oneEvent(key, document.id, 'DocumentUploaded'));
    own.push(document.id);
  };

  const remove = async (key: string): Promise<void> => {
    const id = chance.pick(own);
    const document = book.documents.get(id);
    if (!document) throw new Error(`Nobody knows document ${id}.`);
    const version = chance.chance(0.5) ? document.version : undefined;
    await sender.acknowledged({ method: 'DELETE', path: `/api/documents/${id}`, key, version });
    book.documents.set(id, { ...document, isDeleted: true });
    book.commands.push(oneEvent(key, id, 'DocumentDeleted'));
    own.splice(own.indexOf(id), 1);
  };

  return {
    turn: (key: string): Promise<void> =>
      own.length > 0 && chance.chance(0.2) ? remove(key) : upload(key),
  };
}

const NOTE = 'Signed by hand. ';
/** Of some files, several pieces are sent and stored: connections break off within them, too. */
const LENGTHS = [1, 1, 20_000];

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const oneEvent = (key: string, id: number, type: string): AcknowledgedCommand => ({
  key,
  stream: documentStream(id),
  events: 1,
  type,
});

/** What an answer says of the file that was sent. */
const told = (json: Answer['json'], file: Buffer): AcknowledgedDocument => {
  const document = json as unknown as AcknowledgedDocument;
  const { id, customerId, documentType, fileName, fileSize, version } = document;
  return {
    ...{ id, customerId, documentType, fileName, fileSize, version },
    ...{ sha256: sha256Of(file), isDeleted: false },
  };
};
