import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type Customers, createCustomers, customersSlice } from '../../customers/index.js';
import type { EventLog } from '../../platform/eventLog/eventLog.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import type { FileStore } from '../../platform/files/fileStore.js';
import { openFolderFiles } from '../../platform/files/folderFiles.js';
import { openLocks } from '../../platform/locks/locks.js';
import { platformOver } from '../../platform/testing/platformOver.js';
import { by, openSlices } from '../../platform/testing/serviceFixture.js';
import { createPolicies, type Policies, policiesSlice } from '../../policies/index.js';
import type { DocumentDependencies } from '../createDocuments.js';
import { createDocuments, type Documents, documentsSlice } from '../index.js';
import { samplePdf } from './sampleFiles.js';

/** A file as it arrives. */
export async function* arriving(bytes: Buffer, partBytes = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

export async function bytesOf(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

const COVER = {
  insuranceCompany: 'Star Health',
  vehicleType: 'car',
  policyType: 'family',
  sumAssured: '500000',
  premiumAmount: '12500',
  premiumFrequency: 'yearly',
  startDate: '2026-04-01',
  endDate: '2027-03-31',
};

/** Where no document names a claim. */
export const NO_CLAIMS: DocumentDependencies['claims'] = {
  findReference: async () => null,
  receive: async () => ({ position: null, repeated: false }),
};

/**
 * The capability over servers that are there and a folder of its own, or another's store, and short
 * words for tests.
 */
export async function openDocumentFixture(servers: EventLogPlace, anothers?: FileStore) {
  let now = new Date('2026-04-01T06:00:00Z');
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const fileStore = anothers ?? (await openFolderFiles(folder));
  const input = { masterKey: randomBytes(32), clock: { now: () => now }, fileStore };
  const slices = [customersSlice, policiesSlice, documentsSlice];

  const openProcess = async () => {
    const opened = await openSlices(servers, slices, input);
    const { platform, readModels } = opened;
    const customers: Customers = createCustomers(platform, readModels, {
      policies: { activeNumbersOf: (id) => policies.activeNumbersOf(id) },
      claims: { openNumbersOf: async () => [] },
      documents: { isKycOf: (id, customerId) => documents.isKycOf(id, customerId) },
    });
    const policies: Policies = createPolicies(platform, readModels, { customers });
    const documents: Documents = createDocuments(platform, readModels, {
      ...{ customers, policies, claims: NO_CLAIMS },
    });
    return { ...opened, customers, policies, documents };
  };
  const first = await openProcess();
  const { databaseUrl, platform, readModels, customers, policies, documents, projected } = first;
  const others: { close(): Promise<void> }[] = [];

  return {
    ...first,
    fileStore,
    /** Events happen at this instant from now on. */
    setTime: (instant: Date | string) => {
      now = new Date(instant);
    },
    customer: async (name: string, fields: object = {}): Promise<number> => {
      const input = CustomerInput.parse({ name, phone: '9876500000', ...fields });
      return (await projected(await customers.create(input, by()))).record.id;
    },
    policy: async (kind: PolicyKind, customerId: number): Promise<number> => {
      const policyNumber = randomUUID();
      const vehicleNumber = 'KL 07 AB 1234';
      const fields = {
        ...COVER,
        ...(kind === 'vehicle' && { policyType: undefined, vehicleNumber }),
      };
      const input = policyInputOf(kind).parse({ ...fields, customerId, policyNumber });
      return (await projected(await policies.issue(kind, input, by()))).record.id;
    },
    receive: (fileName = 'Policy.pdf', bytes = samplePdf()) =>
      documents.receive(fileName, arriving(bytes)),
    upload: async (
      fields: object,
      { fileName = 'Policy.pdf', bytes = samplePdf(), context = by() } = {},
    ) => {
      const file = await documents.receive(fileName, arriving(bytes));
      const input = DocumentInput.parse({ documentType: 'kyc', ...fields });
      return projected(await documents.upload(input, file, context));
    },
    /** Another process on the same servers and files. */
    openOther: async () => {
      const other = await openProcess();
      others.push(other);
      return other;
    },
    /** The documents as another process would offer them, over a log that behaves as set. */
    over: (changes: Partial<EventLog>): Documents => {
      const locks = openLocks({ databaseUrl, logger: platform.logger });
      others.push(locks);
      const parts = platformOver(platform, changes, locks.withLock);
      return createDocuments(parts, readModels, { customers, policies, claims: NO_CLAIMS });
    },
    /**
     * Names of all that is in the folder, whatever it is called there, but what says whose it is.
     */
    storedFiles: async (): Promise<string[]> => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('/installations/'))
        .map(({ name }) => name);
    },
    async close() {
      for (const other of others) await other.close();
      await first.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type DocumentFixture = Awaited<ReturnType<typeof openDocumentFixture>>;
