import {
  CustomerConsentRecorded,
  CustomerRegistered,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import { PolicyIssued, TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { policyPatchOf, renewalOf } from '@insuremanager/contracts/policies/policyInputs';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { by } from '../../platform/testing/serviceFixture.js';
import { carCover, carIdentity, cover, identity } from '../../policies/testing/samplePolicy.js';
import type { AgencyModel, ModelTerm } from './agencyModel.js';
import type { Chance } from './chance.js';
import type { ReminderFixture } from './reminderFixture.js';

interface Parts {
  readonly fixture: ReminderFixture;
  readonly model: AgencyModel;
  readonly chance: Chance;
}

/** What happens in an agency, to its records and to the model of them alike. */
export const agencyYear = ({ fixture, model, chance }: Parts) => {
  const { customers, policies, platform } = fixture;
  let lastNumber = 0;

  const numbered = (): string => {
    lastNumber += 1;
    return `YEAR/${lastNumber}`;
  };
  const customerIds = (): number[] => [...model.reachable.keys()];
  // What is done to those in instalments, says `premiumYear`.
  const itsOwn = () => [...model.terms.values()].filter(({ premium }) => !premium);
  const some = (wanted: (term: ModelTerm) => boolean): ModelTerm | null => {
    const terms = itsOwn();
    for (let tries = 0; tries < 50; tries += 1) {
      const term = chance.pick(terms);
      if (wanted(term)) return term;
    }
    return null;
  };
  const isActive = ({ status }: ModelTerm) => status === 'active';

  const change = async (
    term: ModelTerm,
    fields: Partial<Pick<ModelTerm, 'customerId' | 'endDate'>>,
  ) => {
    await policies.update(term, policyPatchOf(term.kind).parse(fields), by());
    Object.assign(term, fields);
  };

  /** Side by side, as agents do; in order for the model, so that a year can be repeated. */
  const renewAll = async (terms: readonly ModelTerm[]): Promise<void> => {
    const renewed = await Promise.all(
      terms.map((term) => policies.renew(term, renewalOf(term.kind).parse({}), by())),
    );
    for (const [index, term] of terms.entries()) {
      const { record: policy } = renewed[index] ?? {};
      if (policy) model.add(policy, term);
      term.status = 'renewed';
    }
  };

  /** Policies that come from elsewhere, many of them about to end. */
  const importPolicy = async (today: Day): Promise<void> => {
    const { record: policy } = await fixture.policies.issue(
      'health',
      fixture.typed('health', {
        customerId: chance.pick(customerIds()),
        policyNumber: numbered(),
        startDate: addDays(today, -330),
        endDate: addDays(today, chance.below(60)),
      }),
      by(),
    );
    model.add(policy);
  };

  const setConsent = async (isGiven: boolean): Promise<void> => {
    const ids = customerIds().filter((id) => model.reachable.get(id) !== isGiven);
    if (ids.length === 0) return;
    const id = chance.pick(ids);
    const reminderEmailConsent = isGiven ? 'given' : 'withdrawn';
    await customers.recordConsent(id, { reminderEmailConsent }, by());
    model.reachable.set(id, isGiven);
  };

  const cancel = async (): Promise<void> => {
    const term = some(isActive);
    if (!term) return;
    await policies.cancel(term, { reason: 'other' }, by());
    term.status = 'cancelled';
  };
  const reinstate = async (): Promise<void> => {
    const term = some(({ status }) => status === 'cancelled');
    if (!term) return;
    await policies.reinstate(term, {}, by());
    term.status = 'active';
  };

  /** The last term of a policy goes; the one that it had renewed stands again. */
  const remove = async (): Promise<void> => {
    const term = some(({ status, previous }) => status === 'active' && previous !== null);
    if (!term?.previous) return;
    await policies.delete(term, by());
    model.terms.delete(term.id);
    term.previous.term.status = term.previous.status;
  };

  /** Of those that are about to end, so that it happens between two reminders. */
  const aboutToEnd = (today: Day): ((term: ModelTerm) => boolean) => {
    const [first, last] = [addDays(today, -3), addDays(today, 35)];
    return (term) => isActive(term) && term.endDate >= first && term.endDate <= last;
  };

  return {
    /** A book of policies that end all over the year. */
    async begin(first: Day, counts: { customers: number; policies: number }): Promise<void> {
      const writes: (() => Promise<unknown>)[] = [];
      for (let id = 1; id <= counts.customers; id += 1) {
        const isReachable = !chance.happens(0.04);
        model.reachable.set(id, isReachable);
        const personal = {
          ...NO_CUSTOMER_DETAILS,
          name: `Customer ${id}`,
          phone: '+919876500000',
          email: `customer${id}@example.in`,
        };
        const event = CustomerRegistered({
          customerId: id,
          kycStatus: 'verified',
          ownerId: null,
          personal,
        });
        const withdrawn = CustomerConsentRecorded({
          customerId: id,
          choices: [{ purpose: 'reminders', channel: 'email', choice: 'withdrawn' }],
          ...{ how: 'phone', givenOn: first, notice: null },
        });
        const events = isReachable ? [event] : [event, withdrawn];
        writes.push(() => platform.commands.record(`customer-${id}`, events, by()));
      }
      await eachByItself(writes);
      const issued = Array.from({ length: counts.policies }, (_, index) => {
        const policyId = (index + 1) * TERMS_PER_POLICY;
        const isCar = chance.happens(0.3);
        const endDate = addDays(first, chance.below(365));
        const startDate = addDays(endDate, -364);
        const thirdPartyEndDate =
          isCar && chance.happens(0.5) ? addDays(first, chance.below(900)) : null;
        const customerId = 1 + chance.below(counts.customers);
        const personal = { ...(isCar ? carIdentity : identity), policyNumber: numbered() };
        const kind = isCar ? 'vehicle' : 'health';
        const dates = { startDate, endDate, thirdPartyEndDate };
        const term = {
          id: policyId,
          kind,
          customerId,
          status: 'active',
          ...dates,
          previous: null,
        } as const;
        model.terms.set(policyId, { ...term });
        return PolicyIssued({
          policyId,
          kind,
          customerId,
          quotationId: null,
          status: 'active',
          cover: { ...(isCar ? carCover : cover), ...dates },
          personal,
        });
      });
      await eachByItself(
        issued.map(
          (event) => () => platform.commands.record(`policy-${event.data.policyId}`, [event], by()),
        ),
      );
      await platform.ids.lift('policy', counts.policies * TERMS_PER_POLICY);
      await fixture.caughtUp();
    },

    /** What agents do on a day. */
    async pass(today: Day): Promise<void> {
      const endsSoon = aboutToEnd(today);
      const ending = itsOwn().filter(endsSoon);
      await renewAll(ending.filter(() => chance.happens(0.03)));
      for (const happens of [importPolicy, importPolicy]) await happens(today);
      if (chance.happens(0.8)) await cancel();
      if (chance.happens(0.4)) await reinstate();
      if (chance.happens(0.4)) await remove();
      await setConsent(false);
      await setConsent(true);
      const corrected = some(endsSoon);
      if (corrected) {
        await change(corrected, { endDate: addDays(corrected.endDate, chance.below(21) - 10) });
      }
      const moved = some(endsSoon);
      if (moved) await change(moved, { customerId: chance.pick(customerIds()) });
    },

    /** Policies become another customer's while a message about them waits. */
    async moveWaiting(): Promise<void> {
      const terms = model.termsThatWait().filter((term) => isActive(term) && !term.premium);
      if (terms.length === 0 || !chance.happens(0.5)) return;
      await change(chance.pick(terms), { customerId: chance.pick(customerIds()) });
    },
  };
};

const AT_ONCE = 16;

async function eachByItself(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let from = 0; from < work.length; from += AT_ONCE) {
    await Promise.all(work.slice(from, from + AT_ONCE).map((one) => one()));
  }
}
