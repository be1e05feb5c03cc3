import { randomUUID } from 'node:crypto';
import {
  customerAccessStream,
  DeletedCustomerFileOpened,
} from '@insuremanager/contracts/customers/customerAccessEvents';
import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import type { Customers } from '../customers/index.js';
import type { CommandContext } from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { conflict, forbidden, notFound } from '../platform/errors.js';
import { fileRefusal, openedFile } from '../platform/files/fileRefusals.js';
import type { Files } from '../platform/files/files.js';
import { recordReader } from '../platform/history.js';
import { limitedRecords } from '../platform/limitedRecords.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { AllTables, Book } from '../platform/readModels/readTables.js';
import type { Policies } from '../policies/index.js';
import { documentDecider } from './document.js';
import {
  type ClaimsOfDocuments,
  documentCommands,
  sameFilesIn,
  sameFileWarnings,
} from './documentCommands.js';
import { receivedFiles, sweepDocuments } from './documentFiles.js';
import { documentHistory } from './documentHistory.js';
import { documentQueries } from './documentQueries.js';
import type { Documents, DocumentsOfBook } from './documents.js';
import { documentView } from './documentTables.js';

type Parts = Pick<
  Platform,
  'commands' | 'ids' | 'clock' | 'vault' | 'eventLog' | 'logger' | 'withLock' | 'sweepReports'
> & { files: Files };
type Tables = AllTables & Pick<ReadModels, 'waitFor'>;

/** To whom and to what documents belong. */
export interface DocumentDependencies {
  customers: Pick<Customers, 'findStatus' | 'remainingOf' | 'current' | 'isWithin' | 'within'>;
  policies: Pick<Policies, 'findReference' | 'within'>;
  claims: ClaimsOfDocuments;
  /** Today, of the documents of a past day: who was deleted since, and where looking is recorded. */
  present?: {
    readonly customers: Pick<Customers, 'findStatus'>;
    readonly commands: Pick<CommandRunner, 'record'>;
  };
}

/** The capability "documents" over a platform, the read models that it serves, and the owners. */
export function createDocuments(
  platform: Parts,
  readModels: Tables,
  owners: DocumentDependencies,
): Documents {
  const { commands, vault, files, logger } = platform;
  // Opened later than documents: there once they are asked.
  const claims: ClaimsOfDocuments = {
    findReference: (id) => owners.claims.findReference(id),
    receive: (...of) => owners.claims.receive(...of),
  };
  const present = owners.present ?? { customers: owners.customers, commands };
  const received = receivedFiles(platform);
  const { history, asOf, besideNow } = recordReader(platform, {
    thing: 'document',
    decider: documentDecider,
    streamOf: documentStream,
    viewOf: (document, version) =>
      document.phase === 'existing' ? documentView(document.record, version) : null,
    historyOf: documentHistory,
  });
  const load = (id: number) => commands.load(documentDecider, documentStream(id));

  const cursors = createListCursors(vault);
  const warnings = sameFileWarnings({ commands, tables: readModels, logger });

  /** Before the file is opened, and anew each time: nobody reads it unrecorded. */
  const recordOpened = (customerId: number, documentId: number, context: CommandContext) => {
    const opened = DeletedCustomerFileOpened({ customerId, documentId });
    const command = { ...context, commandId: randomUUID() };
    return present.commands.record(customerAccessStream(customerId), [opened], command);
  };

  const open: Documents['open'] = async (id, { auditor } = {}) => {
    const { state, version } = await load(id);
    if (state.phase !== 'existing' || version === null) throw notFound('document', id);
    const { customerId, fileKey, secrets } = state.record;
    if (!secrets) throw erasedDocument();
    if (!(await present.customers.findStatus(customerId))) {
      if (!auditor) throw ofDeletedCustomer();
      await recordOpened(customerId, id, auditor);
    }
    const contentKey = Buffer.from(secrets.contentKey, 'base64url');
    const content = await openedFile(
      () => files.open(fileKey, contentKey),
      (error) => {
        const refusal = fileRefusal(error, 'The file of this document');
        if (refusal !== error) logger.error({ documentId: id }, UNREADABLE, error);
        return refusal;
      },
    );
    return { document: documentView(state.record, version), content };
  };

  const within = (book: Book): DocumentsOfBook => {
    const customers = owners.customers.within(book);
    const policies = owners.policies.within(book);
    const changes = documentCommands({
      ...platform,
      tables: readModels,
      customers,
      policies,
      claims,
      discard: received.discard,
    });
    const { required } = limitedRecords('document', async (id) => {
      const { state } = await load(id);
      return state.phase !== 'unknown' && owners.customers.isWithin(book, state.record.customerId);
    });
    return {
      receive: received.receive,
      discard: received.discard,
      ...warnings,
      ...documentQueries(readModels.within(book), cursors),
      upload: changes.upload,
      attach: required(changes.attach),
      delete: required(changes.delete),
      history: required(history),
      open: required(open),
    };
  };

  return {
    ...received,
    history,
    asOf,
    besideNow,
    ...documentCommands({
      ...{ ...platform, ...owners, tables: readModels },
      ...{ claims, discard: received.discard },
    }),
    ...warnings,
    ...documentQueries(readModels, cursors),
    open,
    sameFiles: sameFilesIn({ commands, tables: readModels }),

    async isKycOf(id, customerId) {
      const { state } = await load(id);
      if (state.phase !== 'existing') return false;
      const { documentType, customerId: owner } = state.record;
      if (documentType !== 'kyc') return false;
      return owner === customerId || (await owners.customers.remainingOf(owner)) === customerId;
    },

    sweep: (signal) => sweepDocuments({ ...platform, readModels }, signal),
    within,
  };
}

const UNREADABLE = 'The file of a document is missing or damaged: it has to be restored';

const ofDeletedCustomer = () =>
  forbidden('The customer has been deleted. Only an auditor can open this file.');

const erasedDocument = () =>
  conflict('document-erased', 'The customer has been erased; this file cannot be read any more.');
