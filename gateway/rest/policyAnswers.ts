import { dayText } from '@insuremanager/contracts/fields/dayFields';
import { policyFieldNames, policyFields } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Reminders } from '@insuremanager/services/reminders/index';
import { z } from 'zod';

/** Where the policies of a kind are by REST. */
export const policiesPath = (kind: PolicyKind): string => `/api/${kind}-policies`;

/** `HealthPolicy`, `VehiclePolicyInput`: the name of a shape of a kind in the documentation. */
export const nameOfKind = (kind: PolicyKind, rest: string): string =>
  `${kind === 'health' ? 'Health' : 'Vehicle'}${rest}`;

type Name = keyof PolicyView;

/** Fields of a policy of a kind: answers by REST leave out those that only the other kind has. */
function namesOf(kind: PolicyKind): Name[] {
  const own: readonly string[] = policyFieldNames(kind);
  return PolicyView.keyof().options.filter((name) => !(name in policyFields) || own.includes(name));
}
const NAMES = { health: namesOf('health'), vehicle: namesOf('vehicle') };

/** What a policy's answer says of its reminders, which are no part of the policy itself. */
const RemindersOfPolicy = z.object({
  renewalReminderSent: z.boolean().describe('A reminder of its end was sent'),
  lastReminderDate: dayText().nullable().describe('The last day on which one was sent'),
});

type PolicyAnswer = Partial<PolicyView> & { version: number } & z.infer<typeof RemindersOfPolicy>;

/** Policies as REST answers them: what `answerOf` their kind describes. */
export const policyAnswers =
  ({ lastSent }: Pick<Reminders, 'lastSent'>) =>
  async (policies: readonly PolicyView[]): Promise<PolicyAnswer[]> => {
    const lastDays = await lastSent(policies.map(({ id }) => id));
    return policies.map((policy) => {
      const lastReminderDate = lastDays.get(policy.id) ?? null;
      const fields = Object.fromEntries(NAMES[policy.kind].map((name) => [name, policy[name]]));
      const { version } = policy;
      return {
        ...fields,
        version,
        renewalReminderSent: lastReminderDate !== null,
        lastReminderDate,
      };
    });
  };

/** The shape of a policy of a kind, without the fields of the other. */
const answerOf = (kind: PolicyKind) =>
  z.object({
    ...Object.fromEntries(NAMES[kind].map((name) => [name, PolicyView.shape[name]])),
    kind: z.literal(kind),
    ...RemindersOfPolicy.shape,
  });

export const POLICY_ANSWERS = { health: answerOf('health'), vehicle: answerOf('vehicle') };
