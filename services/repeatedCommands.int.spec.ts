import { KycInput } from '@insuremanager/contracts/customers/customerFields';
import { renewalOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from './platform/commands/command.js';
import { by } from './platform/testing/serviceFixture.js';
import { refOf, typedPolicy } from './policies/testing/policyFixture.js';
import { openReminderFixture } from './reminders/testing/reminderFixture.js';
import { openRenewalFixture } from './renewals/testing/renewalFixture.js';

const fixture = testFixture(openRenewalFixture);
const reminding = testFixture(openReminderFixture);

beforeEach(() => reminding.setTime('2026-04-10T06:00:00Z'));

let numbers = 0;
const newNumber = (): string => {
  numbers += 1;
  return `TWICE/${numbers}`;
};
const term = async (): Promise<PolicyView> => {
  const { id: customerId } = await fixture.customer('Anitha Nair');
  const endDate = '2026-04-30';
  const policyNumber = newNumber();
  return fixture.issue('health', { customerId, policyNumber, startDate: '2025-05-01', endDate });
};
const quotation = async (status = 'accepted') => {
  const { id: customerId } = await fixture.customer('Ravi Menon', { email: 'ravi@example.in' });
  const amounts = { premiumAmount: '11800', policyType: 'family', sumAssured: '500000' };
  const offer = { insuranceType: 'health', insuranceCompany: 'Star Health', ...amounts };
  return (await fixture.create({ customerId, status, ...offer })).record;
};
const remove = (policy: PolicyView) => fixture.policies.delete(refOf(policy), by());
const removeCustomer = async (id: number) => {
  await fixture.caughtUp();
  return fixture.customers.delete(id, by());
};

interface Case {
  /** The command, as often as it is called. */
  readonly command: (context: CommandContext) => Promise<object>;
  /** After this, if not after the command itself, a first one would be refused. */
  readonly thwart: () => Promise<unknown>;
}

const CASES: Readonly<Record<string, () => Promise<Case>>> = {
  'customers.update': async () => {
    const { id } = await fixture.customer('Anitha Nair');
    return {
      command: (context) => fixture.customers.update(id, { city: 'Kochi' }, context),
      thwart: () => removeCustomer(id),
    };
  },
  'customers.setKycStatus': async () => {
    const { id } = await fixture.customer('Anitha Nair');
    const kyc = KycInput.parse({ kycStatus: 'rejected', documentId: null });
    return {
      command: (context) => fixture.customers.setKycStatus(id, kyc, context),
      thwart: () => removeCustomer(id),
    };
  },
  'customers.reassign': async () => {
    const { id } = await fixture.customer('Anitha Nair');
    return {
      command: (context) => fixture.customers.reassign(id, 7, context),
      thwart: () => removeCustomer(id),
    };
  },
  'customers.delete': async () => {
    const { id } = await fixture.customer('Anitha Nair');
    return {
      command: (context) => fixture.customers.delete(id, context),
      thwart: async () => undefined,
    };
  },
  'policies.issue': async () => {
    const { id: customerId } = await fixture.customer('Anitha Nair');
    const input = typedPolicy('health', { customerId, policyNumber: newNumber() });
    let issued: PolicyView | undefined;
    return {
      command: async (context) => {
        const result = await fixture.policies.issue('health', input, context);
        issued ??= result.record;
        return result;
      },
      thwart: async () => {
        await remove(issued as PolicyView);
        await removeCustomer(customerId);
      },
    };
  },
  'policies.update': async () => {
    const policy = await term();
    return {
      command: (context) =>
        fixture.policies.update(refOf(policy), { insuranceCompany: 'Malabar General' }, context),
      thwart: () => remove(policy),
    };
  },
  'policies.renew': async () => {
    const policy = await term();
    const input = renewalOf('health').parse({ policyNumber: newNumber() });
    return {
      command: (context) => fixture.policies.renew(refOf(policy), input, context),
      thwart: async () => undefined,
    };
  },
  'policies.cancel': async () => {
    const policy = await term();
    return {
      command: (context) => fixture.policies.cancel(refOf(policy), { reason: 'other' }, context),
      thwart: () => remove(policy),
    };
  },
  'policies.delete': async () => {
    const policy = await term();
    return {
      command: (context) => fixture.policies.delete(refOf(policy), context),
      thwart: () => removeCustomer(policy.customerId),
    };
  },
  'quotations.create': async () => {
    const { id: customerId } = await fixture.customer('Ravi Menon');
    const amounts = { premiumAmount: '11800', policyType: 'family', sumAssured: '500000' };
    const input = { customerId, insuranceType: 'health', insuranceCompany: 'Star Health' };
    return {
      command: (context) => fixture.create({ ...input, ...amounts }, context),
      thwart: () => removeCustomer(customerId),
    };
  },
  'quotations.update': async () => {
    const { id } = await quotation('pending');
    return {
      command: (context) => fixture.update(id, { insuranceCompany: 'Malabar General' }, context),
      thwart: () => fixture.remove(id),
    };
  },
  'quotations.delete': async () => {
    const { id, customerId } = await quotation();
    return {
      command: (context) => fixture.remove(id, context),
      thwart: () => removeCustomer(customerId),
    };
  },
  'quotations.email': async () => {
    const { id } = await quotation();
    return {
      command: (context) => fixture.email(id, { to: 'ravi@example.in' }, context),
      thwart: () => fixture.remove(id),
    };
  },
  'quotations.convert': async () => {
    const { id, customerId } = await quotation();
    const policyNumber = newNumber();
    return {
      command: (context) => fixture.convert(id, 'health', { customerId, policyNumber }, context),
      thwart: async () => undefined,
    };
  },
  'renewals.move': async () => {
    const policy = await term();
    return {
      command: (context) => fixture.renewals.move(policy.id, 'contacted', context),
      thwart: () => remove(policy),
    };
  },
  'renewals.lose': async () => {
    const policy = await term();
    return {
      command: (context) =>
        fixture.renewals.lose(policy.id, { reason: 'price', note: null }, context),
      thwart: () => remove(policy),
    };
  },
  'renewals.reopen': async () => {
    const policy = await term();
    await fixture.lose(policy.id, { reason: 'price' });
    return {
      command: (context) => fixture.renewals.reopen(policy.id, context),
      thwart: () => remove(policy),
    };
  },
  'renewals.assign': async () => {
    const policy = await term();
    return {
      command: (context) => fixture.renewals.assign(policy.id, 7, context),
      thwart: () => remove(policy),
    };
  },
  'renewals.setFollowUp': async () => {
    const policy = await term();
    return {
      command: (context) =>
        fixture.renewals.setFollowUp(policy.id, { followUpOn: '2026-04-15' }, context),
      thwart: () => remove(policy),
    };
  },
};

describe('a command that was done and comes again when it would be refused', () => {
  it.each(Object.entries(CASES))(
    '%s answers as at first, and writes nothing',
    async (_, prepare) => {
      const { command, thwart } = await prepare();
      const context = by();
      const first = await command(context);
      await thwart();
      await expect(command(by())).rejects.toHaveProperty('kind');
      const head = await fixture.platform.eventLog.head();
      const again = await command(context);
      expect(again).toMatchObject({ repeated: true });
      expect(recordIn(again)).toEqual(recordIn(first));
      expect(await fixture.platform.eventLog.head()).toEqual(head);
    },
  );

  /** Without where it was in the log, and what was looked up for the answer. */
  const recordIn = (answer: object) => {
    const { customer, policy, quotation: quoted, card } = answer as Record<string, object>;
    return { customer, policy, quoted, card };
  };

  it('reminders.send does so while one of the calendar is being sent', async () => {
    const { id: customerId } = await reminding.customer('Meera Pillai');
    const policy = await reminding.issue('health', {
      ...{ customerId, policyNumber: 'CHANNEL/3', startDate: '2025-05-01', endDate: '2026-04-30' },
    });
    const input = { customerId, policyId: policy.id, policyType: policy.kind };
    const context = by();
    const sent = await reminding.reminders.send(input, context);
    expect(await reminding.remindOn('2026-04-10')).toBeGreaterThan(0);
    const refused = { code: 'reminder-under-way' };
    await expect(reminding.reminders.send(input, by())).rejects.toMatchObject(refused);
    const again = await reminding.reminders.send(input, context);
    expect(again).toMatchObject({ reminder: sent.reminder, repeated: true });
  });

  it('reminders.send does so also when both were on their way at once', async () => {
    const { id: customerId } = await reminding.customer('Ravi Menon');
    const policy = await reminding.issue('health', {
      ...{ customerId, policyNumber: 'CHANNEL/2', startDate: '2025-05-01', endDate: '2026-04-30' },
    });
    const input = { customerId, policyId: policy.id, policyType: policy.kind };
    const context = by();
    const other = reminding.over({});
    const answers = await Promise.all([
      reminding.reminders.send(input, context),
      other.send(input, context),
    ]);
    expect(answers[1].reminder.id).toBe(answers[0].reminder.id);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  it('reminders.send and startBulk do so where no channel is left', async () => {
    const { id: customerId } = await reminding.customer('Anitha Nair');
    const policy = await reminding.issue('health', {
      ...{ customerId, policyNumber: 'CHANNEL/1', startDate: '2025-05-01', endDate: '2026-04-30' },
    });
    const input = { customerId, policyId: policy.id, policyType: policy.kind };
    const [sending, bulk] = [by(), by()];
    const sent = await reminding.reminders.send(input, sending);
    const started = await reminding.reminders.startBulk(bulk);
    await reminding.caughtUp();
    const without = reminding.over(
      {},
      { notices: { ...reminding.sender.notices, configured: [] } },
    );
    const refused = { code: 'reminder-channels-missing' };
    await expect(without.send(input, by())).rejects.toMatchObject(refused);
    await expect(without.startBulk(by())).rejects.toMatchObject(refused);
    expect(await without.startBulk(bulk)).toMatchObject({
      bulk: { id: started.bulk.id },
      repeated: true,
    });
    expect(await without.send(input, sending)).toMatchObject({
      reminder: sent.reminder,
      repeated: true,
    });
  });
});
