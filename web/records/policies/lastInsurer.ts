import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

const keyOf = (kind: PolicyKind) => `last-insurer-${kind}`;

/** The insurer of the policy of this kind that was added last in this browser; empty at first. */
export function lastInsurer(kind: PolicyKind): string {
  try {
    return localStorage.getItem(keyOf(kind)) ?? '';
  } catch {
    return ''; // storage is switched off
  }
}

export function rememberInsurer(kind: PolicyKind, insurer: string): void {
  try {
    localStorage.setItem(keyOf(kind), insurer);
  } catch {
    // Nothing is proposed the next time.
  }
}
