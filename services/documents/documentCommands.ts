import { CHECKLISTS, type ClaimKind } from '@insuremanager/contracts/claims/claimKinds';
import {
  type DocumentEvent,
  documentStream,
} from '@insuremanager/contracts/documents/documentEvents';
import type { DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { sameFileWarning } from '@insuremanager/contracts/documents/documentWarnings';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type Customers, customerLock, requireCustomer } from '../customers/index.js';
import type { CommandContext, CommandResult, Written } from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { invalid, notFound, Refusal } from '../platform/errors.js';
import { later } from '../platform/eventLog/eventLog.js';
import type { Logger } from '../platform/logger.js';
import type { Platform } from '../platform/platform.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { SliceTables } from '../platform/slice.js';
import type { Policies } from '../policies/index.js';
import { type Document, type DocumentRecord, documentDecider } from './document.js';
import type { Documents, ReceivedFile, SameFile } from './documents.js';
import { documentsTable, documentView } from './documentTables.js';

type Parts = Pick<Platform, 'commands' | 'eventLog' | 'ids' | 'withLock'> & {
  tables: SliceTables;
  customers: Pick<Customers, 'findStatus' | 'remainingOf' | 'current'>;
  policies: Pick<Policies, 'findReference'>;
  claims: ClaimsOfDocuments;
  discard: Documents['discard'];
};

/** What documents ask of claims, which ask documents themselves. */
export interface ClaimsOfDocuments {
  /** Null: there is none, or it has been deleted. */
  findReference(claimId: number): Promise<NamedClaim | null>;
  /** Marks what a document is on the checklist of its claim. It never refuses. */
  receive(claimId: number, documentId: number, context: CommandContext): Promise<Written>;
}

interface NamedClaim {
  readonly customerId: number;
  readonly policyId: number;
  readonly kind: ClaimKind;
}

/** How long the lists may take to show all that is in the log, in milliseconds. */
const TIMEOUT_MS = 5000;

type BelongsTo = Pick<DocumentRecord, 'policyKind' | 'policyId' | 'claimId' | 'requirement'>;

type Result = Omit<CommandResult<Document, DocumentEvent>, 'events'>;

/** What the gateway and the demo call to change documents. */
export function documentCommands(parts: Parts): Pick<Documents, 'upload' | 'attach' | 'delete'> {
  const { commands, eventLog, ids, withLock, tables, customers, policies, claims, discard } = parts;

  /** What may have been written after all is left alone: the sweep finds out. */
  const discardRefused = async (id: number, file: ReceivedFile): Promise<void> => {
    const loaded = await commands.load(documentDecider, documentStream(id)).catch(() => null);
    if (loaded && !refersTo(loaded.state, file)) await discard(file);
  };

  const wasCarriedOut = async (id: number, { commandId }: CommandContext): Promise<boolean> => {
    const events = await commands.readHistory<DocumentEvent>(documentStream(id));
    return events.some(({ metadata }) => metadata.commandId === commandId);
  };

  const areSamePerson = async (one: number, other: number): Promise<boolean> => {
    const [remaining, wanted] = await Promise.all(
      [one, other].map((id) => customers.remainingOf(id)),
    );
    return remaining === wanted;
  };

  /** @throws invalid where its customer has no such claim, or that needs no such document. */
  const requireClaim = async (input: DocumentInput): Promise<NamedClaim | null> => {
    const { customerId, policyId, claimId = null, requirement = null } = input;
    if (claimId === null) return null;
    const claim = await claims.findReference(claimId);
    // Whether it is somebody else's is not told: they may be in no book of who asks.
    if (!claim || !(await areSamePerson(claim.customerId, customerId))) throw unknownClaim(claimId);
    if (policyId !== null && policyId !== claim.policyId) throw claimOfAnother(claimId);
    if (requirement !== null && !CHECKLISTS[claim.kind].includes(requirement)) throw notRequired();
    return claim;
  };

  /** The policy and the claim that it belongs to. @throws invalid when it cannot belong to them. */
  const belongsToFor = async (input: DocumentInput): Promise<BelongsTo> => {
    const { customerId, policyType, claimId = null, requirement = null } = input;
    await requireCustomer(customers, customerId);
    const claim = await requireClaim(input);
    const policyId = input.policyId ?? claim?.policyId ?? null;
    const none = { policyKind: policyType, policyId: null, claimId, requirement };
    if (policyId === null) return none;
    const policy = await policies.findReference(policyId);
    // The policy of a claim may have gone since, by deletion or to somebody else.
    if (!policy && input.policyId === null) return none;
    if (!policy) throw unknownPolicy(policyId);
    if (!(await areSamePerson(policy.customerId, customerId))) {
      if (input.policyId === null) return none;
      throw policyOfAnother(policyId);
    }
    if (policyType !== null && policyType !== policy.kind) throw otherKind(policyId, policy.kind);
    return { policyKind: policy.kind, policyId, claimId, requirement };
  };

  const enter = async (
    documentId: number,
    input: DocumentInput,
    file: ReceivedFile,
    context: CommandContext,
  ): Promise<Result> => {
    const { customerId, documentType, policyType: policyKind, policyId } = input;
    const { claimId = null, requirement = null } = input;
    const named = await belongsToFor(input).catch(async (refusal: unknown) => {
      // A retry answers as it did at first, whatever has become of the customer since.
      if (await wasCarriedOut(documentId, context))
        return { policyKind, policyId, claimId, requirement };
      throw refusal;
    });
    const { fileKey, contentKey, fileName, fileSize, mimeType, activeContent, sha256 } = file;
    const belongsTo = { customerId, documentType, ...named };
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

  /**
   * The same file as the same document of its claim, as another window sends it; null where there is
   * none yet. Asked under the lock of the customer, of all that was written before; where the lists do
   * not come that far in time, the file is kept twice rather than refused.
   */
  const sameOfClaim = async (
    { customerId, claimId = null, requirement = null }: DocumentInput,
    { fileSize, sha256 }: ReceivedFile,
  ): Promise<Result | null> => {
    if (claimId === null) return null;
    const head = await eventLog.head();
    if (head) await tables.waitFor(head, TIMEOUT_MS);
    const rows: { id: number }[] = await tables
      .from(documentsTable.name)
      .select('id')
      .where({ claim_id: claimId, requirement, file_size: fileSize });
    for (const { id } of rows) {
      const { state, version } = await commands.load(documentDecider, documentStream(id));
      if (state.phase !== 'existing' || version === null) continue;
      const { record } = state;
      const isSame = record.secrets?.sha256 === sha256;
      if (isSame && (await areSamePerson(record.customerId, customerId)))
        return { state, version, position: null, repeated: true };
    }
    return null;
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
        const result = await withLock(
          customerLock(input.customerId),
          async () => (await sameOfClaim(input, file)) ?? enter(id, input, file, context),
        );
        if (!refersTo(result.state, file)) await discard(file);
        const saved = savedDocument(result);
        const { claimId, requirement } = saved.record;
        if (claimId === null || requirement === null) return saved;
        const { position } = await claims.receive(claimId, saved.record.id, context);
        return { ...saved, position: later(saved.position, position) };
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

const unknownClaim = (id: number) => {
  const message = `This customer has no claim with the number ${id}. Choose another one.`;
  return invalid([{ field: 'claimId', code: 'claim-unknown', message }]);
};

const claimOfAnother = (id: number) => {
  const message = `Claim ${id} is of another policy. Choose its policy, or none.`;
  return invalid([{ field: 'policyId', code: 'claim-policy-mismatch', message }]);
};

const notRequired = () => {
  const message = 'A claim of this kind needs no such document.';
  return invalid([{ field: 'requirement', code: 'not-required', message }]);
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
