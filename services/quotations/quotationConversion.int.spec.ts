import { randomInt, randomUUID } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../platform/errors.js';
import { by } from '../platform/testing/serviceFixture.js';
import { typedPolicy } from '../policies/testing/policyFixture.js';
import type { Quotations } from './quotations.js';
import { openQuotationFixture } from './testing/quotationFixture.js';

const fixture = testFixture(openQuotationFixture);
let customerId: number;
let lastNumber = 0;

beforeAll(async () => {
  customerId = (await fixture.customer('Anitha Nair', { kycStatus: 'verified' })).id;
});

const accepted = async (fields: object = {}): Promise<number> => {
  const { record: quotation } = await fixture.create({ customerId, status: 'accepted', ...fields });
  return quotation.id;
};
const newNumber = (): string => {
  lastNumber += 1;
  return `QUOTED/${lastNumber}`;
};
const policyFor = (fields: object = {}) =>
  typedPolicy('health', { customerId, policyNumber: newNumber(), ...fields });
const countPolicies = async (): Promise<number> => {
  await fixture.caughtUp();
  return (await fixture.policies.holdings(customerId)).policies;
};
/** As in a database that is older than the log. */
const loseNumbersDrawn = () =>
  fixture.platform.pool.query(`DELETE FROM ids.allocation WHERE kind = 'policy'`);

/** Another process, which dies (as its client sees it) before it writes into the quotation. */
const dyingBeforeLink = (id: number): Quotations =>
  fixture.over({
    append: async (...appending) => {
      if (appending[0] === quotationStream(id)) throw unavailable('The event store');
      return fixture.platform.eventLog.append(...appending);
    },
  });
/** All processes lose their connections, and so their locks, and get new ones on demand. */
const loseLocks = () =>
  fixture.platform.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'locks' AND datname = current_database()`,
  );
/** Another process, which loses its locks before it writes a policy; then something happens. */
const unlockedBeforeIssue = (happens: () => Promise<unknown>): Quotations => {
  let happening: Promise<unknown> | undefined;
  return fixture.over({
    append: async (...appending) => {
      if (appending[0].startsWith('policy-')) {
        happening ??= loseLocks().then(happens);
        await happening;
      }
      return fixture.platform.eventLog.append(...appending);
    },
  });
};
/** Another process, which is interrupted before every append. */
const hesitant = (): Quotations =>
  fixture.over({
    append: async (...appending) => {
      for (let left = randomInt(30); left > 0; left -= 1) await yieldToOthers();
      return fixture.platform.eventLog.append(...appending);
    },
  });

describe('an accepted quotation', () => {
  it('becomes a policy; each names the other', async () => {
    const id = await accepted();
    const { quotation, policy, repeated } = await fixture.convert(id, 'health', {
      customerId,
      policyNumber: 'LINK/1',
    });
    expect(repeated).toBe(false);
    expect(quotation).toMatchObject({ policyId: policy.id, status: 'accepted', version: 1 });
    expect(policy).toMatchObject({ quotationId: id, policyNumber: 'LINK/1', customerId });
    expect(await fixture.quotations.find(id)).toEqual(quotation);
    expect(await fixture.policies.find(policy.id)).toEqual(policy);
    expect((await fixture.summaries(id)).at(-1)).toBe('Became a policy');
    await expect(fixture.update(id, { status: 'pending' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'quotation-converted',
      message: 'This quotation became a policy and can no longer be changed.',
    });
    await fixture.remove(id);
  });

  it('becomes one policy by a retry, which is answered the same', async () => {
    const id = await accepted();
    const input = policyFor();
    const context = by();
    const first = await fixture.quotations.convert(id, input, context);
    const again = await Promise.all(
      Array.from({ length: 5 }, () => fixture.quotations.convert(id, input, context)),
    );
    for (const answer of again) expect(answer).toEqual({ ...first, repeated: true });
    await fixture.projected(first);
    await fixture.remove(id);
    expect(await fixture.quotations.convert(id, input, context)).toEqual({
      ...first,
      repeated: true,
    });
    await expect(fixture.quotations.convert(id, policyFor(), context)).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });

  it('becomes one policy, by whichever of twenty agents at once', async () => {
    const id = await accepted();
    const before = await countPolicies();
    const processes = [hesitant(), hesitant(), hesitant()];
    const races = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        (processes[i % 3] as Quotations).convert(id, policyFor(), by()),
      ),
    );
    const won = races.flatMap((race) => (race.status === 'fulfilled' ? [race.value] : []));
    const lost = races.flatMap((race) => (race.status === 'rejected' ? [race.reason] : []));
    expect(won).toHaveLength(1);
    const number = won[0]?.policy.policyNumber;
    for (const refusal of lost) {
      expect(refusal).toMatchObject({
        code: 'already-converted',
        message: `This quotation has already become policy ${number}.`,
      });
    }
    expect(await countPolicies()).toBe(before + 1);
    expect((await fixture.summaries(id)).filter((one) => one.startsWith('Became'))).toHaveLength(1);
    expect(await fixture.quotations.find(id)).toMatchObject({ policyId: won[0]?.policy.id });
  });

  it('becomes no second policy when it alone knows of the first', async () => {
    const id = await accepted();
    await fixture.convert(id, 'health', { customerId, policyNumber: 'LOST/1' });
    const before = await countPolicies();
    await loseNumbersDrawn();
    await fixture.readModels.from('quotations').where({ id }).update({ policy_id: null });
    await expect(fixture.quotations.convert(id, policyFor(), by())).rejects.toMatchObject({
      code: 'already-converted',
      message: 'This quotation has already become a policy.',
    });
    expect(await countPolicies()).toBe(before);
  });

  it('becomes a policy of what was quoted only', async () => {
    const id = await accepted();
    const other = await fixture.customer('Somebody Else');
    await expect(
      fixture.convert(id, 'health', { customerId: other.id, policyNumber: newNumber() }),
    ).rejects.toMatchObject({ fields: [{ field: 'customerId', code: 'quotation-mismatch' }] });
    await expect(
      fixture.convert(id, 'vehicle', { customerId, policyNumber: newNumber() }),
    ).rejects.toMatchObject({ fields: [{ field: 'kind', code: 'quotation-mismatch' }] });
    await fixture.update(id, { insuranceType: 'vehicle', vehicleType: 'car' });
    const { policy } = await fixture.convert(id, 'vehicle', {
      customerId,
      policyNumber: newNumber(),
    });
    expect(policy).toMatchObject({ kind: 'vehicle', quotationId: id });
  });

  it('stays as it was when the policy is refused, and may be converted then', async () => {
    const id = await accepted();
    await fixture.convert(await accepted(), 'health', { customerId, policyNumber: 'TAKEN/1' });
    await expect(
      fixture.convert(id, 'health', { customerId, policyNumber: 'TAKEN/1' }),
    ).rejects.toMatchObject({ code: 'policy-number-taken' });
    expect(await fixture.quotations.find(id)).toMatchObject({ policyId: null });
    const { policy } = await fixture.convert(id, 'health', { customerId, policyNumber: 'TAKEN/2' });
    expect(policy.quotationId).toBe(id);
  });
});

describe('a quotation that is not accepted', () => {
  it.each(['pending', 'rejected', 'expired'])('but %s becomes none', async (status) => {
    const id = await accepted({ status });
    await expect(fixture.quotations.convert(id, policyFor(), by())).rejects.toMatchObject({
      kind: 'conflict',
      code: 'quotation-not-accepted',
      message: 'Accept the quotation first.',
    });
  });

  it('or not there becomes none', async () => {
    const notFound = { code: 'quotation-not-found' };
    await expect(fixture.quotations.convert(4711, policyFor(), by())).rejects.toMatchObject(
      notFound,
    );
    const id = await accepted();
    await fixture.remove(id);
    await expect(fixture.quotations.convert(id, policyFor(), by())).rejects.toMatchObject(notFound);
  });

  it('or not what the agent saw becomes none', async () => {
    const id = await accepted();
    await fixture.update(id, { premiumAmount: '99' });
    await expect(
      fixture.quotations.convert(id, policyFor(), by({ expectedVersion: 0 })),
    ).rejects.toMatchObject({ kind: 'stale', currentVersion: 1 });
  });
});

describe('a conversion that broke off between its two steps', () => {
  const brokenOff = async () => {
    const id = await accepted();
    const [input, context] = [policyFor(), by()];
    const dying = dyingBeforeLink(id).convert(id, input, context);
    await expect(dying).rejects.toMatchObject({ kind: 'unavailable' });
    await fixture.caughtUp();
    expect(await fixture.quotations.find(id)).toMatchObject({ policyId: null });
    return { id, input, context };
  };

  it('is finished by a retry', async () => {
    const { id, input, context } = await brokenOff();
    const { quotation, policy } = await fixture.projected(
      await fixture.quotations.convert(id, input, context),
    );
    expect(quotation.policyId).toBe(policy.id);
    expect(await fixture.quotations.recover()).toBe(0);
    expect(await fixture.quotations.find(id)).toEqual(quotation);
  });

  it('is finished by the system, once', async () => {
    const { id, input, context } = await brokenOff();
    const recovered = await Promise.all([fixture.quotations.recover(), hesitant().recover()]);
    expect(Math.max(...recovered)).toBe(1);
    await fixture.caughtUp();
    const quotation = await fixture.quotations.find(id);
    expect(quotation?.policyId).toBe((await fixture.policies.issuedFor(id))?.id);
    expect((await fixture.quotations.history(id)).at(-1)).toMatchObject({
      summary: 'Became a policy',
      actor: { username: 'system' },
    });
    expect(await fixture.quotations.recover()).toBe(0);
    const again = await fixture.quotations.convert(id, input, context);
    expect(again).toMatchObject({ quotation: { policyId: quotation?.policyId }, repeated: true });
  });

  it('is finished by whoever wants to convert, change or delete it next', async () => {
    const other = await brokenOff();
    await expect(fixture.quotations.convert(other.id, policyFor(), by())).rejects.toMatchObject({
      code: 'already-converted',
    });
    const changed = await brokenOff();
    await expect(fixture.update(changed.id, { status: 'rejected' })).rejects.toMatchObject({
      code: 'quotation-converted',
    });
    const removed = await brokenOff();
    await fixture.remove(removed.id);
    for (const { id } of [other, changed, removed]) {
      expect(await fixture.summaries(id)).toContainEqual('Became a policy');
    }
    await fixture.caughtUp();
    expect(await fixture.quotations.recover()).toBe(0);
  });

  it('is finished by the system also when what numbers were given to was lost', async () => {
    const { id, input, context } = await brokenOff();
    await loseNumbersDrawn();
    expect(await fixture.quotations.recover()).toBe(1);
    await fixture.caughtUp();
    const quotation = await fixture.quotations.find(id);
    expect(await fixture.policies.find(quotation?.policyId ?? 0)).toMatchObject({
      quotationId: id,
    });
    expect(await fixture.quotations.recover()).toBe(0);
    const again = await fixture.quotations.convert(id, input, context);
    expect(again).toMatchObject({ policy: { id: quotation?.policyId }, repeated: true });
  });

  it('becomes no second policy when what numbers were given to was lost', async () => {
    const retried = await brokenOff();
    const wanted = await brokenOff();
    const before = await countPolicies();
    await loseNumbersDrawn();
    const { policy, repeated } = await fixture.quotations.convert(
      retried.id,
      retried.input,
      retried.context,
    );
    expect({ quotationId: policy.quotationId, repeated }).toEqual({
      quotationId: retried.id,
      repeated: true,
    });
    await expect(fixture.quotations.convert(wanted.id, policyFor(), by())).rejects.toMatchObject({
      code: 'already-converted',
    });
    expect(await countPolicies()).toBe(before);
  });

  it('is finished also when the policy was deleted since', async () => {
    const { id, input, context } = await brokenOff();
    const issued = await fixture.policies.issuedFor(id);
    const ref = { kind: 'health', id: issued?.id ?? 0 } as const;
    await fixture.projected(await fixture.policies.delete(ref, by()));
    const { quotation } = await fixture.quotations.convert(id, input, context);
    expect(quotation.policyId).toBe(ref.id);
  });
});

describe('a change of a quotation whose policy is being issued', () => {
  it.each(['the same process', 'another process'])('waits, in %s', async (where) => {
    const id = await accepted({ premiumAmount: '10000' });
    let meanwhile: Promise<unknown> | undefined;
    const process = fixture.over({
      readStream: async (stream) => {
        const events = await fixture.platform.eventLog.readStream(stream);
        if (stream === quotationStream(id) && !meanwhile) {
          const changing = where === 'the same process' ? process : fixture.quotations;
          meanwhile = changing.update(id, { premiumAmount: 7_777_700 }, by());
          let isOver = false;
          const over = () => {
            isOver = true;
          };
          meanwhile.then(over, over);
          // Far longer than a change takes that has not to wait.
          for (let yielded = 0; yielded < 50_000 && !isOver; yielded += 1) await yieldToOthers();
        }
        return events;
      },
    });
    const { quotation, policy } = await process.convert(id, policyFor(), by());
    await expect(meanwhile).rejects.toMatchObject({ code: 'quotation-converted' });
    expect(quotation).toMatchObject({ premiumAmount: '10000.00', policyId: policy.id });
    expect(await fixture.summaries(id)).toEqual([
      `Quotation ${quotation.quotationNumber} created`,
      'Became a policy',
    ]);
  });
});

describe('a change of a quotation while a process that has lost its locks issues its policy', () => {
  it('does not undo that it was accepted', async () => {
    const id = await accepted();
    const process = unlockedBeforeIssue(() => fixture.update(id, { status: 'rejected' }));
    const context = by({ expectedVersion: 0 });
    const { quotation, policy } = await process.convert(id, policyFor(), context);
    expect(quotation).toMatchObject({ status: 'accepted', policyId: policy.id });
    expect((await fixture.summaries(id)).slice(-3)).toEqual([
      'Rejected',
      'Accepted',
      'Became a policy',
    ]);
  });

  it('does not part it from whose policy it is', async () => {
    const id = await accepted({ notes: 'Covers two' });
    const other = await fixture.customer('Somebody Else');
    const process = unlockedBeforeIssue(() => fixture.update(id, { customerId: other.id }));
    const { quotation, policy } = await process.convert(id, policyFor(), by());
    expect(policy.customerId).toBe(customerId);
    expect(quotation).toMatchObject({ customerId, policyId: policy.id, notes: 'Covers two' });
  });

  it('does not lose the policy when it is deleted: the history has it', async () => {
    const id = await accepted();
    const process = unlockedBeforeIssue(() => fixture.remove(id));
    const context = { commandId: randomUUID() };
    const input = policyFor();
    const { policy } = await process.convert(id, input, by(context));
    expect(policy.quotationId).toBe(id);
    expect((await fixture.summaries(id)).slice(-2)).toEqual([
      'Quotation deleted',
      'Became a policy',
    ]);
    await fixture.caughtUp();
    expect(await fixture.quotations.find(id)).toBeNull();
    const again = await fixture.quotations.convert(id, input, by(context));
    expect(again).toMatchObject({ policy, repeated: true });
  });
});
