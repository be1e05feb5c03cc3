import { Readable } from 'node:stream';
import { rateRecord } from '@insuremanager/contracts/commission/rateViews';
import { shareRecord } from '@insuremanager/contracts/commission/shareViews';
import type { UnpaidTerm } from '@insuremanager/contracts/commission/statementViews';
import { POLICY_TYPES, VEHICLE_TYPES } from '@insuremanager/contracts/policies/policyKinds';
import { addMonths, monthOf } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import type { Services } from '../roles/openServices.js';
import { DEMO_USERS, type DemoActors, demoCommand } from './brokerage.js';
import { HEALTH_INSURERS, MOTOR_INSURERS } from './covers.js';
import type { StoryClock } from './seed.js';

/** Whose statements came. */
const INSURER = HEALTH_INSURERS[0] as string;

interface Parts
  extends Pick<Services, 'commissionRates' | 'commissionShares' | 'commissionStatements'> {
  readonly clock: StoryClock;
  readonly actors: DemoActors;
  /** Waits until lists show what was done. */
  caughtUp(): Promise<unknown>;
}

/** What insurers pay, and two months of one of them: a closed one, and one to look through. */
export async function seedCommission(parts: Parts): Promise<void> {
  const { clock, actors, caughtUp } = parts;
  const actor = actors.get(DEMO_USERS.rahul.username);
  const subAgent = actors.get(DEMO_USERS.shabana.username);
  if (!actor || !subAgent) throw new Error('The demo has no users yet');
  const context = (key: string) => demoCommand(`commission-${key}`, actor);
  const today = kolkataDay(clock.now());
  const validFrom = addMonths(`${monthOf(today)}-01`, -24);

  const rates = [
    ...[...new Set(HEALTH_INSURERS)].flatMap((insuranceCompany) =>
      POLICY_TYPES.map((product) => ({ insuranceCompany, product, net: 15 })),
    ),
    ...[...new Set(MOTOR_INSURERS)].flatMap((insuranceCompany) =>
      VEHICLE_TYPES.map((product) => ({
        ...{ insuranceCompany, product, ownDamage: product === 'bike' ? 22.5 : 19.5 },
        thirdParty: 2.5,
      })),
    ),
  ];
  for (const rate of rates) {
    const input = rateRecord.input.parse({ ...rate, validFrom });
    const key = `rate-${rate.insuranceCompany}-${rate.product}`;
    await parts.commissionRates.create(input, context(key));
  }
  const share = shareRecord.input.parse({ userId: subAgent.userId, percent: 40, validFrom });
  await parts.commissionShares.create(share, context('share'));
  await caughtUp();

  const statement = async (month: Day, paidOf: (due: readonly UnpaidTerm[]) => Paid[]) => {
    const { commissionStatements: statements } = parts;
    const begun = { insuranceCompany: INSURER, month };
    const { record } = await statements.create(begun, context(`statement-${month}`));
    await caughtUp();
    const { unpaid } = await statements.check(record.id);
    const paid = paidOf(unpaid);
    // A small demo has months without any.
    if (paid.length === 0) return record.id;
    const received = await statements.receive(Readable.from([csvOf(paid)]));
    try {
      const file = { received, fileName: `${INSURER} ${monthOf(month)}.csv` };
      await statements.addFile(record.id, file, context(`lines-${month}`));
    } finally {
      await statements.discard(received);
    }
    await caughtUp();
    return record.id;
  };
  const thisMonth = `${monthOf(today)}-01`;
  const closed = await statement(addMonths(thisMonth, -2), (due) => due.map(asExpected));
  await parts.commissionStatements.close(closed, context('close'));
  await caughtUp();
  // One is short of the sum, one is missing, and one is of somebody else's book.
  await statement(addMonths(thisMonth, -1), ([short, _missing, ...others]) => [
    ...(short ? [{ ...asExpected(short), paise: Math.round(asExpected(short).paise * 0.8) }] : []),
    ...others.map(asExpected),
    { number: 'P/700001/01/2026/004711', paise: 64_000 },
  ]);
}

interface Paid {
  readonly number: string;
  readonly paise: number;
}

const asExpected = ({ policyNumber: number, expected }: UnpaidTerm): Paid => ({
  number,
  paise: Math.round(Number(expected) * 100),
});

/** As the insurer sends it: with 2 % of income tax deducted, and 18 % of GST on top. */
const csvOf = (lines: readonly Paid[]): string =>
  [
    'Policy No,Commission Amount,TDS,GST',
    ...lines.map(({ number, paise }) =>
      [
        number,
        ...[paise, Math.round(paise * 0.02), Math.round(paise * 0.18)].map((amount) =>
          decimalOf(amount),
        ),
      ].join(','),
    ),
  ].join('\n');
