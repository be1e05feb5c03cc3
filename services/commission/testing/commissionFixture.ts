import { Readable } from 'node:stream';
import { rateRecord } from '@insuremanager/contracts/commission/rateViews';
import { shareRecord } from '@insuremanager/contracts/commission/shareViews';
import {
  LineDecisionInput,
  type StatementView,
  statementRecord,
} from '@insuremanager/contracts/commission/statementViews';
import {
  CancellationInput,
  endorsementOf,
  policyPatchOf,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { CommandContext } from '../../platform/commands/command.js';
import type { EventLog } from '../../platform/eventLog/eventLog.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { type Locks, openLocks } from '../../platform/locks/locks.js';
import { platformOver } from '../../platform/testing/platformOver.js';
import { by } from '../../platform/testing/serviceFixture.js';
import { openPolicyFixture } from '../../policies/testing/policyFixture.js';
import { createCommissionRates, createCommissionShares } from '../createRatesAndShares.js';
import { createCommissionStatements } from '../createStatements.js';
import {
  commissionRatesSlice,
  commissionSharesSlice,
  commissionStatementsSlice,
} from '../index.js';

export const INSURER = 'Star Health';

/** The file of an insurer, as CSV. */
export const statementOf = (
  rows: readonly (readonly [number: string, commission: string, tds?: string, gst?: string])[],
): string =>
  [
    'Policy No,Net Premium,Commission Amount,TDS,GST',
    ...rows.map(([number, commission, tds = '0', gst = '0']) =>
      [number, '1000', commission, tds, gst].join(','),
    ),
  ].join('\n');

/** Commission over servers that are there, and short words for what tests do with it. */
export async function openCommissionFixture(servers: EventLogPlace) {
  const others: Locks[] = [];
  const opened = await openPolicyFixture(servers, undefined, [
    ...[commissionRatesSlice, commissionStatementsSlice, commissionSharesSlice],
  ]);
  opened.setTime('2026-11-27T06:00:00Z');
  const { platform, readModels, projected, customers, policies } = opened;
  const statementsOver = (over: typeof platform) =>
    createCommissionStatements(over, readModels, {
      agency: { gstRates: async () => [], stationery: () => Promise.reject(new Error('No paper')) },
      printer: { table: () => Promise.reject(new Error('No printer')) },
    });
  const rates = createCommissionRates(platform, readModels);
  const shares = createCommissionShares(platform, readModels);
  const statements = statementsOver(platform);

  const fixture = {
    ...{ ...opened, rates, shares, statements },
    customer: async (name: string, ownerId: number | null = null) => {
      const { id } = await opened.customer(name);
      await projected(await customers.reassign(id, ownerId, by()));
      return id;
    },
    issue: async (kind: PolicyKind, fields: object) =>
      (await opened.issue(kind, { insuranceCompany: INSURER, ...fields })).record.id,
    endorse: async (kind: PolicyKind, id: number, effectiveFrom: string, changes: object) =>
      projected(
        await policies.endorse(
          { kind, id },
          endorsementOf(kind).parse({ effectiveFrom, reason: 'Asked for', changes }),
          by(),
        ),
      ),
    correct: async (kind: PolicyKind, id: number, fields: object) =>
      projected(await policies.update({ kind, id }, policyPatchOf(kind).parse(fields), by())),
    cancel: async (kind: PolicyKind, id: number, cancelledOn: string) =>
      projected(
        await policies.cancel(
          { kind, id },
          CancellationInput.parse({ reason: 'customer_request', cancelledOn }),
          by(),
        ),
      ),
    rate: async (fields: object) =>
      projected(
        await rates.create(
          rateRecord.input.parse({
            ...{ insuranceCompany: INSURER, product: 'family', validFrom: '2025-10-01' },
            ...fields,
          }),
          by(),
        ),
      ),
    share: async (fields: object) =>
      projected(
        await shares.create(shareRecord.input.parse({ validFrom: '2025-10-01', ...fields }), by()),
      ),
    statement: async (
      month: string,
      insuranceCompany = INSURER,
      context: Partial<CommandContext> = {},
      of: Pick<typeof statements, 'create'> = statements,
    ): Promise<StatementView> =>
      (
        await projected(
          await of.create(statementRecord.input.parse({ insuranceCompany, month }), by(context)),
        )
      ).record,
    addFile: async (
      id: number,
      text: string | Buffer,
      fileName = 'statement.csv',
      context = by(),
    ) => {
      const received = await statements.receive(Readable.from([Buffer.from(text)]));
      try {
        return await projected(await statements.addFile(id, { received, fileName }, context));
      } finally {
        await statements.discard(received);
      }
    },
    decide: async (id: number, line: number, decision: string | null, note: string | null = null) =>
      projected(
        await statements.decideLine(id, line, LineDecisionInput.parse({ decision, note }), by()),
      ),
    closeMonth: async (id: number, context: Partial<CommandContext> = {}) =>
      projected(await statements.close(id, by(context))),
    /** As another process would offer them, over a log that behaves as told. */
    over: (changes: Partial<EventLog>) => {
      const locks = openLocks({ databaseUrl: opened.databaseUrl, logger: platform.logger });
      others.push(locks);
      return statementsOver(platformOver(platform, changes, locks.withLock) as typeof platform);
    },
    async close() {
      for (const other of others) await other.close();
      await opened.close();
    },
  };
  return fixture;
}
