import { POLICY_LABELS, policyFields } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { z } from 'zod';

/** Where the policies of a kind are by REST. */
export const policiesPath = (kind: PolicyKind): string => `/api/${kind}-policies`;

/** Fields that only policies of the other kind have: answers by REST leave them out. */
const foreignFields = (kind: PolicyKind): ReadonlySet<string> => {
  const own: readonly string[] = policyFields(kind);
  return new Set(Object.keys(POLICY_LABELS).filter((field) => !own.includes(field)));
};
const FOREIGN = { health: foreignFields('health'), vehicle: foreignFields('vehicle') };

/** A policy of one kind, as REST answers it: what `answerOf(kind)` describes. */
export const policyAnswer = (policy: PolicyView) => {
  const foreign = FOREIGN[policy.kind];
  const fields = Object.entries(policy).filter(([field]) => !foreign.has(field));
  return Object.fromEntries(fields) as Partial<PolicyView> & { version: number };
};

/** The shape of a policy of a kind, without the fields of the other. */
export const answerOf = (kind: PolicyKind) =>
  z.object({
    ...Object.fromEntries(
      Object.entries(PolicyView.shape).filter(([field]) => !FOREIGN[kind].has(field)),
    ),
    kind: z.literal(kind),
  });

/** What a change of a policy of a kind answers. */
export const savedAnswerOf = (kind: PolicyKind) =>
  answerOf(kind).extend({ warnings: z.array(Warning) });
