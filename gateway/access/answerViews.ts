import { maskedRecord } from '@insuremanager/contracts/identity/masking';
import type { Role } from '@insuremanager/contracts/identity/permissions';

/**
 * Of which view an answer is, as GraphQL calls it: one or a list of them; or what stands in its
 * fields. `PLAIN`: nothing in it is ever masked, or it is masked before it is written.
 */
export type AnswerView = string | { readonly [field: string]: AnswerView };

export const PLAIN = 'plain';
export const HISTORY: AnswerView = { changes: 'FieldChange' };

/** An answer as a role sees it. */
export function maskedAnswer(role: Role, view: AnswerView, answer: unknown): unknown {
  if (answer === null || typeof answer !== 'object') return answer;
  if (Array.isArray(answer)) return answer.map((one) => maskedAnswer(role, view, one));
  if (typeof view === 'string') return maskedRecord(role, view, answer);
  return Object.fromEntries(
    Object.entries(answer).map(([field, value]) => {
      const inside = view[field];
      return [field, inside ? maskedAnswer(role, inside, value) : value];
    }),
  );
}
