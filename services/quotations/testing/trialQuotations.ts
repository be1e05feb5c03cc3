import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { CustomerInput } from '@insuremanager/contracts/customers/customerFields';
import { policyEventDefinitions } from '@insuremanager/contracts/policies/policyEvents';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { quotationEventDefinitions } from '@insuremanager/contracts/quotations/quotationEvents';
import {
  QuotationEmailInput,
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import { type Customers, createCustomers, customerProjector } from '../../customers/index.js';
import type { CommandContext } from '../../platform/commands/command.js';
import {
  comparePositions,
  type EventLog,
  type LogPosition,
} from '../../platform/eventLog/eventLog.js';
import { openFolderFiles } from '../../platform/files/folderFiles.js';
import { openLocks } from '../../platform/locks/locks.js';
import { createLogger } from '../../platform/logger.js';
import { keptEmails, openFolderMail } from '../../platform/mail/folderMail.js';
import type { Email, Mailer } from '../../platform/mail/mailer.js';
import { openPlatform, type Platform } from '../../platform/platform.js';
import { openReadModels, type ReadModels } from '../../platform/readModels/readModels.js';
import { platformOver } from '../../platform/testing/platformOver.js';
import { createPolicies, type Policies, policyProjector } from '../../policies/index.js';
import { createQuotations } from '../createQuotations.js';
import { quotationProjector } from '../quotationProjector.js';
import type { Quotations } from '../quotations.js';
import { plainPrinter } from './plainPrinter.js';

const SHOWN_WITHIN_MS = 10_000;

/** A command of one agent, under an id of its own. */
export const by = (context: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'anitha', role: 'agent' },
  correlationId: 'test',
  ...context,
});

const letterhead = { name: 'Malabar Brokers', phone: '+91 484 2345678' };

/** The capabilities over servers that are there, and short words for what tests do with them. */
export async function openTrialQuotations(servers: { databaseUrl: string; eventStoreUrl: string }) {
  let now = new Date('2026-04-01T06:00:00Z');
  const clock = { now: () => now };
  const folder = await mkdtemp(join(tmpdir(), 'quotations-'));
  const mailFolder = join(folder, 'mail');
  const from = { name: 'Malabar Brokers', address: 'office@example.in' };
  const folderMail = await openFolderMail({ folder: mailFolder, from, clock });
  /** What happens to an email before it is kept. */
  let onTheWay: (email: Email) => Promise<void> | void = () => {};
  const mailer: Mailer = {
    async send(email) {
      await onTheWay(email);
      await folderMail.send(email);
    },
    close: folderMail.close,
  };
  const fileStore = await openFolderFiles(join(folder, 'files'));
  const logger = createLogger('silent');
  const platformInput = {
    ...servers,
    masterKey: randomBytes(32),
    definitions: [
      ...customerEventDefinitions,
      ...policyEventDefinitions,
      ...quotationEventDefinitions,
    ],
    clock,
    logger,
    fileStore,
    mailer,
  };
  const { databaseUrl } = servers;
  const projectors = [customerProjector, policyProjector, quotationProjector];

  const capabilities = (platform: Platform, readModels: ReadModels) => {
    const customers: Customers = createCustomers(platform, readModels, {
      activePolicyNumbers: (id) => policies.activeNumbersOf(id),
      isKycDocument: async () => false,
    });
    const policies: Policies = createPolicies(platform, readModels, customers);
    const ties = { customers, policies, printer: plainPrinter, letterhead };
    return { customers, policies, quotations: createQuotations(platform, readModels, ties) };
  };
  const openProcess = async () => {
    const platform = await openPlatform(platformInput);
    const readModels = await openReadModels({ ...platform, databaseUrl, projectors });
    readModels.start();
    const close = async () => {
      await readModels.stop();
      await platform.close();
    };
    return { platform, readModels, close, ...capabilities(platform, readModels) };
  };
  const first = await openProcess();
  const { platform, readModels, customers, policies, quotations } = first;
  const others: { close(): Promise<void> }[] = [];

  /** Waits until the lists show it. @throws when they do not in time. */
  const shown = async <Receipt extends { position: LogPosition | null }>(
    receipt: Receipt,
  ): Promise<Receipt> => {
    const { position } = receipt;
    if (position && !(await readModels.waitFor(position, SHOWN_WITHIN_MS))) {
      throw new Error('The lists do not show it in time');
    }
    return receipt;
  };

  return {
    platform,
    readModels,
    projectors,
    databaseUrl,
    customers,
    policies,
    quotations,
    fileStore,
    shown,
    /** Waits until the lists show all that was written before. */
    caughtUp: async () => shown({ position: await platform.eventLog.head() }),
    /** Events happen at this instant from now on. */
    setTime: (instant: string) => {
      now = new Date(instant);
    },
    passTime: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** What happens to every email from now on, before it is kept. */
    mailMeets: (happens: typeof onTheWay) => {
      onTheWay = happens;
    },
    /** Every email that was sent, as text, the oldest first. */
    sentEmails: async () =>
      Promise.all((await keptEmails(mailFolder)).map((path) => readFile(path, 'utf8'))),
    typedPolicy,
    customer: async (name: string, fields: object = {}) => {
      const input = CustomerInput.parse({ name, phone: '9876500000', ...fields });
      return (await shown(await customers.register(input, by()))).customer;
    },
    create: async (fields: object, context?: Partial<CommandContext>) =>
      shown(await quotations.create(QuotationInputSchema.parse(fields), by(context))),
    update: async (id: number, fields: object, context?: Partial<CommandContext>) =>
      shown(await quotations.update(id, QuotationPatchSchema.parse(fields), by(context))),
    remove: async (id: number, context?: Partial<CommandContext>) =>
      shown(await quotations.delete(id, by(context))),
    email: async (id: number, fields: object, context?: Partial<CommandContext>) =>
      shown(await quotations.email(id, QuotationEmailInput.parse(fields), by(context))),
    convert: async (
      id: number,
      kind: PolicyKind,
      fields: object,
      context?: Partial<CommandContext>,
    ) => shown(await quotations.convert(id, typedPolicy(kind, fields), by(context))),
    summaries: async (id: number) => (await quotations.history(id)).map(({ summary }) => summary),
    /** Every event as the log holds it, as text. */
    wholeLog: () => textOfLog(platform.eventLog),
    /** Another process on the same servers and files. */
    openOther: async () => {
      const other = await openProcess();
      others.push(other);
      return other;
    },
    /** The quotations as another process would offer them, over a log that behaves as told. */
    over: (changes: Partial<EventLog>): Quotations => {
      const locks = openLocks({ databaseUrl, logger });
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

export type TrialQuotations = Awaited<ReturnType<typeof openTrialQuotations>>;

const HEALTH = {
  insuranceCompany: 'Star Health',
  policyType: 'family',
  sumAssured: '500000',
  premiumAmount: '12500.50',
  premiumFrequency: 'yearly',
  startDate: '2026-04-01',
  endDate: '2027-03-31',
};
const VEHICLE = {
  insuranceCompany: 'Malabar General',
  vehicleNumber: 'KL 07 AB 1234',
  vehicleType: 'car',
  sumAssured: '650000',
  premiumAmount: '18000',
  premiumFrequency: 'yearly',
  startDate: '2026-04-01',
  endDate: '2027-03-31',
};
const typedPolicy = (kind: PolicyKind, fields: object) =>
  policyInputOf(kind).parse({ ...(kind === 'health' ? HEALTH : VEHICLE), ...fields });

async function textOfLog(eventLog: EventLog): Promise<string> {
  const head = await eventLog.head();
  const reading = new AbortController();
  const { signal } = reading;
  const lines: string[] = [];
  for await (const batch of eventLog.subscribe({ after: null, maxBatch: 500, signal })) {
    for (const { stream, type, data, metadata, position } of batch) {
      lines.push(JSON.stringify({ stream, type, data, metadata }));
      if (head && comparePositions(position, head) >= 0) reading.abort();
    }
  }
  return lines.join('\n');
}
