import { policyFieldNames, policyFields } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { z } from 'zod';

/** Where the policies of a kind are by REST. */
export const policiesPath = (kind: PolicyKind): string => `/api/${kind}-policies`;

type Name = keyof PolicyView;

/** Fields of a policy of a kind: answers by REST leave out those that only the other kind has. */
function namesOf(kind: PolicyKind): Name[] {
  const own: readonly string[] = policyFieldNames(kind);
  return PolicyView.keyof().options.filter((name) => !(name in policyFields) || own.includes(name));
}
const NAMES = { health: namesOf('health'), vehicle: namesOf('vehicle') };

/** A policy of one kind, as REST answers it: what `answerOf(kind)` describes. */
export const policyAnswer = (policy: PolicyView) =>
  Object.fromEntries(
    NAMES[policy.kind].map((name) => [name, policy[name]]),
  ) as Partial<PolicyView> & { version: number };

/** The shape of a policy of a kind, without the fields of the other. */
export const answerOf = (kind: PolicyKind) =>
  z.object({
    ...Object.fromEntries(NAMES[kind].map((name) => [name, PolicyView.shape[name]])),
    kind: z.literal(kind),
  });

/** What a change of a policy of a kind answers. */
export const savedAnswerOf = (kind: PolicyKind) =>
  answerOf(kind).extend({ warnings: z.array(Warning) });
