import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  QuotationEmailInput,
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import { agencySlice, createAgency } from '../../agency/index.js';
import { type Customers, createCustomers, customersSlice } from '../../customers/index.js';
import type { CommandContext } from '../../platform/commands/command.js';
import type { EventLog } from '../../platform/eventLog/eventLog.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { openFolderFiles } from '../../platform/files/folderFiles.js';
import { openLocks } from '../../platform/locks/locks.js';
import { openFolderMail, storedEmails } from '../../platform/mail/folderMail.js';
import type { Email, Mailer } from '../../platform/mail/mailer.js';
import type { Platform } from '../../platform/platform.js';
import type { ReadModels } from '../../platform/readModels/readModels.js';
import type { AnySlice } from '../../platform/slice.js';
import { platformOver } from '../../platform/testing/platformOver.js';
import { by, openSlices, textOfLog } from '../../platform/testing/serviceFixture.js';
import { createPolicies, type Policies, policiesSlice } from '../../policies/index.js';
import { typedPolicy } from '../../policies/testing/policyFixture.js';
import type { PdfPrinter } from '../../printing/index.js';
import { createQuotations } from '../createQuotations.js';
import { quotationsSlice } from '../index.js';
import type { Quotations } from '../quotations.js';

/** The inputs themselves, where it matters that something is printed and not how it looks. */
const plainPrinter: PdfPrinter = {
  quotation: async (input) => Buffer.from(`%PDF-1.7 ${JSON.stringify(input)}`),
  comparison: async (input) => Buffer.from(`%PDF-1.7 ${JSON.stringify(input)}`),
  table: async (input) => Buffer.from(`%PDF-1.7 ${JSON.stringify(input)}`),
  statement: async (input) => Buffer.from(`%PDF-1.7 ${JSON.stringify(input)}`),
  letters: async (input) => Buffer.from(`%PDF-1.7 ${JSON.stringify(input)}`),
  close: async () => {},
};

/** Until a test sets something else. */
const BROKERAGE = { name: 'Malabar Brokers', phone: '+91 484 2345678' };

/** The slices over given servers, with those that build on them, and what tests do with them. */
export async function openQuotationFixture(servers: EventLogPlace, more: readonly AnySlice[] = []) {
  let now = new Date('2026-04-01T06:00:00Z');
  const clock = { now: () => now };
  const folder = await mkdtemp(join(tmpdir(), 'quotations-'));
  const mailFolder = join(folder, 'mail');
  const from = async () => ({ name: 'Malabar Brokers', address: 'office@example.in' });
  const folderMail = await openFolderMail({ folder: mailFolder, from, clock });
  /** What happens to an email before it is stored. */
  let onTheWay: (email: Email) => Promise<void> | void = () => {};
  const mailer: Mailer = {
    isFolder: false,
    async send(email) {
      await onTheWay(email);
      await folderMail.send(email);
    },
    check: folderMail.check,
    close: folderMail.close,
  };
  const fileStore = await openFolderFiles(join(folder, 'files'));
  const input = { masterKey: randomBytes(32), clock, fileStore, mailer };
  const slices = [agencySlice, customersSlice, policiesSlice, quotationsSlice, ...more];

  const capabilities = (platform: Platform, readModels: ReadModels) => {
    const customers: Customers = createCustomers(platform, readModels, {
      policies: { activeNumbersOf: (id) => policies.activeNumbersOf(id) },
      claims: { openNumbersOf: async () => [] },
      documents: { isKycOf: async () => false },
    });
    const policies: Policies = createPolicies(platform, readModels, { customers });
    const agency = createAgency(platform, BROKERAGE);
    const dependencies = { customers, policies, printer: plainPrinter, agency };
    return {
      agency,
      customers,
      policies,
      quotations: createQuotations(platform, readModels, dependencies),
    };
  };
  const openProcess = async () => {
    const opened = await openSlices(servers, slices, input);
    return { ...opened, ...capabilities(opened.platform, opened.readModels) };
  };
  const first = await openProcess();
  const { databaseUrl, platform, readModels, customers, quotations, projected } = first;
  const others: { close(): Promise<void> }[] = [];

  return {
    ...first,
    clock,
    fileStore,
    /** Waits until the lists show all that was written before. */
    caughtUp: async () => projected({ position: await platform.eventLog.head() }),
    /** Events happen at this instant from now on. */
    setTime: (instant: string) => {
      now = new Date(instant);
    },
    passTime: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** What happens to every email from now on, before it is stored. */
    mailMeets: (happens: typeof onTheWay) => {
      onTheWay = happens;
    },
    /** Every email that was sent, as text, the oldest first. */
    sentEmails: async () =>
      Promise.all((await storedEmails(mailFolder)).map((path) => readFile(path, 'utf8'))),
    customer: async (name: string, fields: object = {}) => {
      const input = CustomerInput.parse({ name, phone: '9876500000', ...fields });
      return (await projected(await customers.create(input, by()))).record;
    },
    create: async (fields: object, context?: Partial<CommandContext>) =>
      projected(await quotations.create(QuotationInputSchema.parse(fields), by(context))),
    update: async (id: number, fields: object, context?: Partial<CommandContext>) =>
      projected(await quotations.update(id, QuotationPatchSchema.parse(fields), by(context))),
    remove: async (id: number, context?: Partial<CommandContext>) =>
      projected(await quotations.delete(id, by(context))),
    email: async (id: number, fields: object, context?: Partial<CommandContext>) =>
      projected(await quotations.email(id, QuotationEmailInput.parse(fields), by(context))),
    convert: async (
      id: number,
      kind: PolicyKind,
      fields: object,
      context?: Partial<CommandContext>,
    ) => projected(await quotations.convert(id, typedPolicy(kind, fields), by(context))),
    summaries: async (id: number) => (await quotations.history(id)).map(({ summary }) => summary),
    /** Every event as the log holds it, as text. */
    wholeLog: () => textOfLog(platform.eventLog),
    /** Another process on the same servers and files. */
    openOther: async () => {
      const other = await openProcess();
      others.push(other);
      return other;
    },
    /** The quotations as another process would offer them, over a log that behaves so. */
    over: (changes: Partial<EventLog>): Quotations => {
      const locks = openLocks({ databaseUrl, logger: platform.logger });
      others.push(locks);
      return capabilities(platformOver(platform, changes, locks.withLock), readModels).quotations;
    },
    async close() {
      for (const other of others) await other.close();
      await first.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type QuotationFixture = Awaited<ReturnType<typeof openQuotationFixture>>;
