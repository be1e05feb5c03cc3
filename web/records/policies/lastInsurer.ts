import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { remember, remembered } from '../../ui/remembered';

const keyOf = (kind: PolicyKind) => `last-insurer-${kind}`;

/** The insurer of the policy of this kind that was added last in this browser; empty at first. */
export const lastInsurer = (kind: PolicyKind): string => remembered(keyOf(kind));

export const rememberInsurer = (kind: PolicyKind, insurer: string): void =>
  remember(keyOf(kind), insurer);
