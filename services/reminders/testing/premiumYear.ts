import { Readable } from 'node:stream';
import { rateRecord } from '@insuremanager/contracts/commission/rateViews';
import {
  LineDecisionInput,
  statementRecord,
} from '@insuremanager/contracts/commission/statementViews';
import { PaymentInput, TakenBackInput } from '@insuremanager/contracts/policies/paymentFields';
import {
  CancellationInput,
  endorsementOf,
  policyPatchOf,
} from '@insuremanager/contracts/policies/policyInputs';
import { addDays, addMonths } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { commissionRatesSlice, commissionStatementsSlice } from '../../commission/index.js';
import { statementOf } from '../../commission/testing/commissionFixture.js';
import {
  correct,
  dueOf,
  earnedByMonth,
  inForce,
  type ModelRate,
  type PolicyStory,
  plus,
  type Split,
} from '../../commission/testing/commissionModel.js';
import { by } from '../../platform/testing/serviceFixture.js';
import type { AgencyModel } from './agencyModel.js';
import type { Chance } from './chance.js';
import type { ReminderFixture } from './reminderFixture.js';

const INSURERS = ['Premium One', 'Premium Two'];

/** A policy in instalments, and what was paid of it, in order. */
interface Story extends PolicyStory {
  readonly id: number;
  readonly insurer: string;
  readonly policyNumber: string;
  readonly paid: bigint[];
}

const paise = (decimal: string): bigint => BigInt(decimal.replace('.', ''));
const decimal = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const monthOf = (day: Day): string => day.slice(0, 7);

interface Parts {
  readonly fixture: ReminderFixture;
  readonly model: AgencyModel;
  readonly chance: Chance;
}

/**
 * Premiums in instalments and their commission, month by month: what is done, to the product and to
 * a model of it alike, and what must come out.
 */
export async function premiumYear({ fixture, model, chance }: Parts) {
  const { policies, platform, readModels, projected } = fixture;
  const rates = await commissionRatesSlice.open(platform, readModels, undefined as never);
  const statements = await commissionStatementsSlice.open(platform, readModels, {
    agency: { gstRates: async () => [], stationery: () => Promise.reject(new Error('No paper')) },
    printer: { table: () => Promise.reject(new Error('No printer')) },
  });
  const stories: Story[] = [];
  const modelRates = new Map<string, ModelRate[]>();
  /** Of closed months, by insurer and month. */
  const closed = new Map<string, { expected: bigint; received: bigint }>();

  const ratesOf = (insurer: string, product: string): ModelRate[] => {
    const key = `${insurer} ${product}`;
    const known = modelRates.get(key) ?? [];
    modelRates.set(key, known);
    return known;
  };
  const anyPremium = (): Split => {
    const [ownDamage, thirdParty] = [
      BigInt(chance.below(30_00_000)),
      BigInt(chance.below(9_00_000)),
    ];
    const gst = BigInt(1 + chance.below(5_00_000));
    return { gross: ownDamage + thirdParty + gst, ownDamage, thirdParty };
  };
  const typed = (
    { gross, ownDamage, thirdParty }: Split,
    { motor, isUnsplit }: Pick<PolicyStory, 'motor' | 'isUnsplit'>,
  ) => ({
    premiumAmount: decimal(gross),
    ...(motor &&
      !isUnsplit && {
        ...{ ownDamagePremium: decimal(ownDamage), thirdPartyPremium: decimal(thirdParty) },
        premiumGst: decimal(gross - ownDamage - thirdParty),
      }),
  });
  const refOf = ({ id, motor }: Story) => ({ id, kind: motor ? 'vehicle' : 'health' }) as const;

  /** What a story owes next, as the agency's model is told. */
  const follow = (story: Story): void => {
    const term = model.terms.get(story.id);
    if (!term) throw new Error('The agency’s model does not know this policy');
    const next = dueOf(story)[story.paid.length];
    term.premium = { nextDue: story.cancelled === null && next ? next.day : null };
  };

  const issue = async (today: Day): Promise<void> => {
    const motor = chance.happens(0.5);
    const months = chance.pick([1, 3, 6]);
    const insurer = chance.pick(INSURERS);
    const [, month = '', date = ''] = today.split('-');
    const start = `${today.slice(0, 4)}-${month}-${Number(date) > 28 ? '28' : date}`;
    const isUnsplit = chance.happens(0.25);
    const premium = anyPremium();
    const policyNumber = `PREMIUM/${stories.length + 1}`;
    const { record } = await policies.issue(
      motor ? 'vehicle' : 'health',
      fixture.typed(motor ? 'vehicle' : 'health', {
        ...{ customerId: chance.pick([...model.reachable.keys()]), policyNumber },
        ...{ insuranceCompany: insurer, startDate: start },
        endDate: addDays(addMonths(start, 12), -1),
        premiumFrequency: { 1: 'monthly', 3: 'quarterly', 6: 'half-yearly' }[months] ?? '',
        ...{
          ...typed(premium, { motor, isUnsplit }),
          ...(motor && { coverType: 'comprehensive' }),
        },
      }),
      by(),
    );
    const story: Story = {
      ...{ id: record.id, insurer, policyNumber, motor, months, start, premium, isUnsplit },
      ...{
        rates: ratesOf(insurer, motor ? 'car' : 'family'),
        changes: [],
        cancelled: null,
        paid: [],
      },
    };
    stories.push(story);
    model.add(record);
    follow(story);
  };

  const pay = async (story: Story, today: Day): Promise<void> => {
    const next = dueOf(story)[story.paid.length];
    if (!next || story.cancelled !== null) return;
    await policies.payInstalments(
      refOf(story),
      PaymentInput.parse({ paidOn: today, means: 'upi', reference: '412345678901' }),
      by(),
    );
    story.paid.push(next.gross);
    follow(story);
  };

  const takeBack = async (story: Story): Promise<void> => {
    if (story.paid.length === 0) return;
    const input = TakenBackInput.parse({ reason: 'Cheque returned' });
    await policies.takeBackInstalment(refOf(story), input, by());
    story.paid.pop();
    follow(story);
  };

  const endorse = async (story: Story, today: Day): Promise<void> => {
    if (story.cancelled !== null) return;
    const back = addDays(today, -chance.below(60));
    const effectiveFrom = back < story.start ? story.start : back;
    const now = inForce(story, '9999-12-31');
    const premium = plus(now, anyPremium());
    const changes = typed(premium, story);
    const kind = story.motor ? 'vehicle' : 'health';
    const input = endorsementOf(kind).parse({ effectiveFrom, reason: 'Cover raised', changes });
    await policies.endorse(refOf(story), input, by());
    story.changes.push({ day: effectiveFrom, by: plus(premium, now, -1n) });
  };

  const correctPremium = async (story: Story): Promise<void> => {
    const premium = anyPremium();
    const kind = story.motor ? 'vehicle' : 'health';
    await policies.update(refOf(story), policyPatchOf(kind).parse(typed(premium, story)), by());
    correct(story, premium);
  };

  const cancel = async (story: Story, today: Day): Promise<void> => {
    const last =
      story.changes
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? story.start;
    if (story.cancelled !== null || today < last) return;
    const input = CancellationInput.parse({ reason: 'customer_request', cancelledOn: today });
    await policies.cancel(refOf(story), input, by());
    story.cancelled = today;
    const term = model.terms.get(story.id);
    if (term) term.status = 'cancelled';
    follow(story);
  };

  /** All that fell due for an insurer until the end of a month, and how many of it are not known. */
  const earnedUntil = (insurer: string, month: string): bigint =>
    stories
      .filter((story) => story.insurer === insurer)
      .flatMap((story) => [...earnedByMonth(story)])
      .filter(([at]) => at <= month)
      .reduce((sum, [, { amount }]) => sum + amount, 0n);
  const fixedUntil = (insurer: string): bigint =>
    [...closed]
      .filter(([key]) => key.startsWith(`${insurer} `))
      .reduce((sum, [, { expected }]) => sum + expected, 0n);

  /** The statement of each insurer for the month before: some lines are wrong, some missing. */
  const closeMonth = async (month: string): Promise<void> => {
    for (const insuranceCompany of INSURERS) {
      const input = statementRecord.input.parse({ insuranceCompany, month: `${month}-01` });
      const { record } = await projected(await statements.create(input, by()));
      const lines = stories
        .filter(({ insurer }) => insurer === insuranceCompany && chance.happens(0.9))
        .map((story): [string, string] => {
          const { amount } = earnedByMonth(story).get(month) ?? { amount: 0n };
          const isWrong = chance.happens(0.1);
          return [story.policyNumber, decimal(isWrong ? amount + 500n : amount)];
        });
      if (lines.length > 0) {
        const received = await statements.receive(Readable.from([Buffer.from(statementOf(lines))]));
        const file = { received, fileName: 'statement.csv' };
        await projected(await statements.addFile(record.id, file, by()));
        await statements.discard(received);
      }
      let received = 0n;
      for (const { line, match, commission } of (await statements.check(record.id)).lines) {
        const isAccepted = match === 'matched' || chance.happens(0.5);
        const decision = { decision: isAccepted ? 'accepted' : 'disputed', note: 'By the dice' };
        await projected(
          await statements.decideLine(record.id, line, LineDecisionInput.parse(decision), by()),
        );
        if (isAccepted) received += paise(commission);
      }
      const expected = earnedUntil(insuranceCompany, month) - fixedUntil(insuranceCompany);
      await projected(await statements.close(record.id, by()));
      closed.set(`${insuranceCompany} ${month}`, { expected, received });
    }
  };

  return {
    async begin(first: Day, count: number): Promise<void> {
      for (const insuranceCompany of INSURERS) {
        for (const product of ['car', 'family']) {
          const percents = [chance.below(2_000), chance.below(400), chance.below(1_500)] as const;
          const [ownDamage, thirdParty, net] = percents.map((one) => (one / 100).toFixed(2));
          const typedRate = {
            insuranceCompany,
            product,
            validFrom: first,
            ownDamage,
            thirdParty,
            net,
          };
          await projected(await rates.create(rateRecord.input.parse(typedRate), by()));
          ratesOf(insuranceCompany, product).push({
            ...{ from: monthOf(first), ownDamage: BigInt(percents[0]) },
            ...{ thirdParty: BigInt(percents[1]), net: BigInt(percents[2]) },
          });
        }
      }
      for (let at = 0; at < count; at += 1) await issue(first);
    },

    /** What is done on a day; on the first one of a month the month before is closed, too. */
    async pass(today: Day, first: Day): Promise<void> {
      if (today.endsWith('-01') && today > first) {
        await fixture.caughtUp();
        await closeMonth(monthOf(addDays(today, -1)));
      }
      if (chance.happens(0.2)) await issue(today);
      for (const story of stories) {
        const next = dueOf(story)[story.paid.length];
        const isNear = next && next.day <= addDays(today, 3);
        if (isNear && chance.happens(0.2)) await pay(story, today);
      }
      const some = () => chance.pick(stories);
      if (chance.happens(0.1)) await takeBack(some());
      if (chance.happens(0.15)) await endorse(some(), today);
      if (chance.happens(0.1)) await correctPremium(some());
      if (chance.happens(0.04)) await cancel(some(), today);
    },

    /** What was received of premiums, by policy: as the product says it, and the model. */
    async premiums() {
      const product = await Promise.all(
        stories.map(async (story) => {
          const all = await policies.instalments(refOf(story));
          const paid = all.filter(({ state }) => state === 'paid');
          const due = all
            .filter(({ state }) => state !== 'paid')
            .map(({ dueDate, amount }) => [dueDate, amount]);
          return { id: story.id, paid: paid.map(({ amount }) => amount), due };
        }),
      );
      const expected = stories.map((story) => ({
        id: story.id,
        paid: story.paid.map(decimal),
        due: dueOf(story)
          .slice(story.paid.length)
          .map(({ day, gross }) => [day, decimal(gross)]),
      }));
      return { product, model: expected };
    },

    /** Commission by insurer and month until one: as the product reports it, and the model. */
    async commission(first: Day, last: Day) {
      const rows = (await statements.report({ from: first, to: last })).filter(
        ({ insuranceCompany }) => INSURERS.includes(insuranceCompany),
      );
      const product = new Map(
        rows.map(({ insuranceCompany, month, expected, received }) => [
          `${insuranceCompany} ${monthOf(month)}`,
          { expected: paise(expected), received: paise(received) },
        ]),
      );
      const expected = new Map(closed);
      for (const insurer of INSURERS) {
        let before = fixedUntil(insurer);
        for (let month = first; month <= last; month = addMonths(month, 1)) {
          const key = `${insurer} ${monthOf(month)}`;
          if (closed.has(key)) continue;
          const until = earnedUntil(insurer, monthOf(month));
          expected.set(key, { expected: until - before, received: 0n });
          before = until;
        }
      }
      return {
        product,
        model: expected,
        paid: stories.reduce((sum, { paid }) => sum + paid.length, 0),
      };
    },
  };
}
