import { POLICY_LABELS, policyFields } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { z } from 'zod';

/** Where the policies of a kind are by REST. */
export const policiesPath = (kind: PolicyKind): string => `/api/${kind}-policies`;

type Field = keyof PolicyView;

/** Fields of a policy of a kind: answers by REST leave out those that only the other kind has. */
function fieldsOf(kind: PolicyKind): Field[] {
  const own: readonly string[] = policyFields(kind);
  return PolicyView.keyof().options.filter(
    (field) => !(field in POLICY_LABELS) || own.includes(field),
  );
}
const FIELDS = { health: fieldsOf('health'), vehicle: fieldsOf('vehicle') };

/** A policy of one kind, as REST answers it: what `answerOf(kind)` describes. */
export const policyAnswer = (policy: PolicyView) =>
  Object.fromEntries(
    FIELDS[policy.kind].map((field) => [field, policy[field]]),
  ) as Partial<PolicyView> & { version: number };

/** The shape of a policy of a kind, without the fields of the other. */
export const answerOf = (kind: PolicyKind) =>
  z.object({
    ...Object.fromEntries(FIELDS[kind].map((field) => [field, PolicyView.shape[field]])),
    kind: z.literal(kind),
  });

/** What a change of a policy of a kind answers. */
export const savedAnswerOf = (kind: PolicyKind) =>
  answerOf(kind).extend({ warnings: z.array(Warning) });
