import { PaymentInput } from '@insuremanager/contracts/policies/paymentFields';
import { PAYMENT_MEANS } from '@insuremanager/contracts/policies/paymentKinds';
import { policyIdOf, TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { forEachLimit } from '@insuremanager/services/platform/forEachLimit';
import type { Services } from '../roles/openServices.js';
import { DEMO_USERS, type DemoActors, demoCommand } from './brokerage.js';
import type { StoryClock } from './seed.js';

interface Parts extends Pick<Services, 'policies'> {
  readonly clock: StoryClock;
  readonly actors: DemoActors;
}

/** Of so many policies one owes its last premium. */
const ONE_OWES = 9;

/**
 * The premiums that were due until now are paid, but for some. The policies are in the lists
 * already; twice is once.
 */
export async function seedPremiums({ policies, clock, actors }: Parts): Promise<void> {
  const today = kolkataDay(clock.now());
  const actor = actors.get(DEMO_USERS.anitha.username);
  if (!actor) throw new Error('The demo has no agents yet');
  let cursor: string | null = null;
  do {
    const page = await policies.list({
      filter: { dues: ['in_grace', 'overdue'] },
      ...{ sort: 'added', direction: 'asc', limit: 500, cursor },
    });
    await forEachLimit(page.items, { atOnce: 8 }, async ({ id, kind }) => {
      const ref = { kind, id };
      const number = policyIdOf(id) / TERMS_PER_POLICY;
      const due = (await policies.instalments(ref)).filter(({ dueDate }) => dueDate < today);
      const owed = number % ONE_OWES === 0 ? 1 : 0;
      for (const instalment of due.slice(0, due.length - owed)) {
        if (instalment.state === 'paid') continue;
        const late = addDays(instalment.dueDate, (number + instalment.number) % 5);
        const input = PaymentInput.parse({
          number: instalment.number,
          paidOn: late < today ? late : today,
          means: PAYMENT_MEANS[(number + instalment.number) % PAYMENT_MEANS.length],
          reference: `4${String(number * 977 + instalment.number).padStart(11, '0')}`,
        });
        await policies.payInstalments(
          ref,
          input,
          demoCommand(`premium-${id}-${instalment.number}`, actor),
        );
      }
    });
    cursor = page.nextCursor;
  } while (cursor !== null);
}
