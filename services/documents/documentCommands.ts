import {
  type DocumentEvent,
  documentStream,
} from '@insuremanager/contracts/documents/documentEvents';
import type { DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { sameFileWarning } from '@insuremanager/contracts/documents/documentWarnings';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type Customers, customerLock, requireCustomer } from '../customers/index.js';
import type { CommandContext, CommandResult } from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { invalid, notFound, Refusal } from '../platform/errors.js';
import type { Logger } from '../platform/logger.js';
import type { Platform } from '../platform/platform.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { Policies } from '../policies/index.js';
import { type Document, documentDecider } from './document.js';
import type { Documents, ReceivedFile, SameFile } from './documents.js';
import { documentsTable, documentView } from './documentTables.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'withLock'> & {
  customers: Pick<Customers, 'findStatus' | 'remainingOf' | 'current'>;
  policies: Pick<Policies, 'findReference'>;
  discard: Documents['discard'];
};

type Result = CommandResult<Document, DocumentEvent>;

/** What the gateway and the demo call to change documents. */
export function documentCommands(parts: Parts): Pick<Documents, 'upload' | 'attach' | 'delete'> {
  const { commands, ids, withLock, customers, policies, discard } = parts;

  /** What may have been written after all is left alone: the sweep finds out. */
  const discardRefused = async (id: number, file: ReceivedFile): Promise<void> => {
    const loaded = await commands.load(documentDecider, documentStream(id)).catch(() => null);
    if (loaded && !refersTo(loaded.state, file)) await discard(file);
  };

  const wasCarriedOut = async (id: number, { commandId }: CommandContext): Promise<boolean> => {
    const events = await commands.readHistory<DocumentEvent>(documentStream(id));
    return events.some(({ metadata }) => metadata.commandId === commandId);
  };

  /** The kind of policy it belongs to. @throws invalid when it cannot belong to that. */
  const policyKindFor = async (input: DocumentInput): Promise<PolicyKind | null> => {
    const { customerId, policyType, policyId } = input;
    await requireCustomer(customers, customerId);
    if (policyId === null) return policyType;
    const policy = await policies.findReference(policyId);
    if (!policy) throw unknownPolicy(policyId);
    const [owner, wanted] = await Promise.all(
      [policy.customerId, customerId].map((id) => customers.remainingOf(id)),
    );
    if (owner !== wanted) throw policyOfAnother(policyId);
    if (policyType !== null && policyType !== policy.kind) throw otherKind(policyId, policy.kind);
    return policy.kind;
  };

  const enter = async (
    documentId: number,
    input: DocumentInput,
    file: ReceivedFile,
    context: CommandContext,
  ): Promise<Result> => {
    const { customerId, documentType, policyId } = input;
    const policyKind = await policyKindFor(input).catch(async (refusal: unknown) => {
      // A retry answers as it did at first, whatever has become of the customer since.
      if (await wasCarriedOut(documentId, context)) return input.policyType;
      throw refusal;
    });
    const { fileKey, contentKey, fileName, fileSize, mimeType, activeContent, sha256 } = file;
    const belongsTo = { customerId, documentType, policyKind, policyId };
    const secrets = { fileName, sha256, contentKey: contentKey.toString('base64url') };
    return commands.run(documentDecider, {
      stream: documentStream(documentId),
      command: {
        type: 'UploadDocument',
        documentId,
        ...belongsTo,
        ...{ fileKey, fileSize, mimeType, activeContent, secrets },
      },
      context,
      // Where a file is stored, and under which key, is another with each try.
      request: { type: 'UploadDocument', input, fileName, fileSize, mimeType, sha256 },
    });
  };

  /** The customer's name while their KYC status rests on the document, else null. */
  const kycOf = async (customerId: number, documentId: number): Promise<string | null> => {
    const status = await customers.findStatus(customerId);
    // Of somebody who was erased the status can be set on nothing else any more.
    if (status?.kycDocumentId !== documentId || status.isErased) return null;
    return (await customers.current(customerId))?.name ?? null;
  };

  const remove = (
    documentId: number,
    kycOf: string | null,
    context: CommandContext,
  ): Promise<Result> =>
    commands.run(documentDecider, {
      stream: documentStream(documentId),
      command: { type: 'DeleteDocument', documentId, kycOf },
      context,
      request: { type: 'DeleteDocument', documentId },
    });

  return {
    async upload(input, file, context) {
      const id = await ids.allocateId('document', context.commandId);
      try {
        const result = await withLock(customerLock(input.customerId), () =>
          enter(id, input, file, context),
        );
        if (!refersTo(result.state, file)) await discard(file);
        return savedDocument(result);
      } catch (refusal) {
        if (isFinal(refusal)) await discardRefused(id, file);
        throw refusal;
      }
    },

    async attach(documentId, policyId, context) {
      const { state } = await commands.load(documentDecider, documentStream(documentId));
      if (state.phase === 'unknown') throw notFound('document', documentId);
      const { customerId } = state.record;
      const { position, repeated } = await withLock(customerLock(customerId), async () => {
        const policy = await policies.findReference(policyId);
        if (!policy) throw unknownPolicy(policyId);
        if (policy.customerId !== customerId) throw policyOfAnother(policyId);
        return commands.run(documentDecider, {
          stream: documentStream(documentId),
          command: { type: 'AttachDocument', documentId, policyId, policyKind: policy.kind },
          context,
          request: { type: 'AttachDocument', documentId, policyId },
        });
      });
      return { position, repeated };
    },

    async delete(documentId, context) {
      const { state } = await commands.load(documentDecider, documentStream(documentId));
      if (state.phase === 'unknown') throw notFound('document', documentId);
      const { customerId } = state.record;
      const { position, repeated } = await withLock(customerLock(customerId), async () =>
        remove(documentId, await kycOf(customerId, documentId), context),
      );
      return { position, repeated };
    },
  };
}

const savedDocument = ({ state, version, position, repeated }: Result) => {
  if (state.phase === 'unknown') throw new Error('A command left no document behind');
  return { record: documentView(state.record, version), position, repeated };
};

const refersTo = (document: Document, { fileKey }: ReceivedFile): boolean =>
  document.phase !== 'unknown' && document.record.fileKey === fileKey;

/** It will be refused again, and nothing of it has been written. */
const isFinal = (error: unknown): boolean =>
  error instanceof Refusal && (error.kind === 'invalid' || error.code === 'idempotency-key-reused');

const unknownPolicy = (id: number) => {
  const message = `There is no policy with the number ${id}. Choose another one.`;
  return invalid([{ field: 'policyId', code: 'policy-unknown', message }]);
};

const policyOfAnother = (id: number) => {
  const message = `Policy ${id} belongs to another customer. Choose one of this customer.`;
  return invalid([{ field: 'policyId', code: 'policy-customer-mismatch', message }]);
};

const otherKind = (id: number, kind: PolicyKind) => {
  const message = `Policy ${id} is a ${kind} policy. Choose ${kind}, or another policy.`;
  return invalid([{ field: 'policyType', code: 'policy-type-differs', message }]);
};

interface WarningParts {
  commands: Pick<CommandRunner, 'load'>;
  tables: Pick<ReadTables, 'from'>;
  logger: Logger;
}

/** So many of a customer's files of one size are looked at. */
const MOST = 50;

/**
 * Whether a document's customer had the same file before. What a file holds is sealed in the events:
 * the lists tell the files of the same size, their streams the digests.
 */
export const sameFileWarnings = ({
  commands,
  tables,
  logger,
}: WarningParts): Pick<Documents, 'warningsOf'> => ({
  async warningsOf(document, { sha256 }) {
    try {
      for (const id of await earlierOfSameSize(tables, document)) {
        const { state, version } = await commands.load(documentDecider, documentStream(id));
        if (state.phase !== 'existing' || version === null) continue;
        const { record } = state;
        if (record.secrets?.sha256 === sha256)
          return [sameFileWarning(documentView(record, version))];
      }
    } catch (error) {
      logger.warn({ documentId: document.id }, 'The same file was not looked for', error);
    }
    return [];
  },
});

/** The lists tell those of the same name and size, their streams the digests. */
export const sameFilesIn =
  ({ commands, tables }: Pick<WarningParts, 'commands' | 'tables'>): Documents['sameFiles'] =>
  async (files) => {
    if (files.length === 0) return [];
    const rows: SameFile[] = await tables
      .from(documentsTable.name)
      .select('id', 'customer_id as customerId', 'policy_id as policyId')
      .whereIn('file_size', [...new Set(files.map(({ fileSize }) => fileSize))])
      .whereIn('file_name', [...new Set(files.map(({ fileName }) => fileName))])
      .orderBy('id');
    const found = await Promise.all(
      rows.map(async (document) => {
        const { state } = await commands.load(documentDecider, documentStream(document.id));
        // Of somebody who was erased nothing is known that could be the same.
        if (state.phase !== 'existing' || !state.record.secrets) return [];
        return [{ ...state.record.secrets, document }];
      }),
    );
    return files.map(({ fileName, sha256 }) =>
      found
        .flat()
        .filter((one) => one.fileName === fileName && one.sha256 === sha256)
        .map(({ document }) => document),
    );
  };

/** Of the same customer, and uploaded before it; the oldest first. */
async function earlierOfSameSize(
  { from }: Pick<ReadTables, 'from'>,
  { id, customerId, fileSize, uploadedAt }: DocumentView,
): Promise<number[]> {
  const rows: { id: number }[] = await from(documentsTable.name)
    .select('id')
    .where({ customer_id: customerId, file_size: fileSize })
    .whereRaw('(uploaded_at, id) < (?::timestamptz, ?::integer)', [uploadedAt, id])
    .orderBy(['uploaded_at', 'id'])
    .limit(MOST);
  return rows.map((row) => row.id);
}
