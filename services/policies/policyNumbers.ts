import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { ClaimRequest, Name, Predecessor } from '../platform/claims/claims.js';
import { conflict, Refusal } from '../platform/errors.js';
import type { PolicyRecord } from './policyState.js';

const THING = 'policyNumber';
const TAKEN = 'policy-number-taken';

/** A policy number is one chain's alone, over both kinds. */
export const numberOf = (policyNumber: string): Name => ({
  thing: THING,
  value: policyNumberKey(policyNumber),
});

export const claimOf = (policyNumber: string, heldBy?: Predecessor): ClaimRequest => ({
  ...numberOf(policyNumber),
  field: 'policyNumber',
  message: 'This policy number is already used by another policy',
  ...(heldBy && { heldBy }),
});

export const isSameNumber = (one: string, other: string): boolean =>
  policyNumberKey(one) === policyNumberKey(other);

/** The claim by which a term takes its number back from the one that had kept it. */
export function claimBack(
  { identity, numberPassedOn }: PolicyRecord,
  successorId: number,
  version: number,
): ClaimRequest[] {
  if (!numberPassedOn || !identity) return [];
  return [claimOf(identity.policyNumber, { owner: policyStream(successorId), version })];
}

/**
 * The number that a term lets go of when it no longer bears it: none when it never held it itself,
 * or when the term before wants it back.
 */
export function numberLetGo(
  { id, identity, numberPassedOn }: PolicyRecord,
  before: PolicyRecord | null,
): Name[] {
  if (!identity || numberPassedOn) return [];
  const isKeptForBefore =
    before?.successorId === id &&
    before.numberPassedOn &&
    before.identity !== null &&
    isSameNumber(before.identity.policyNumber, identity.policyNumber);
  return isKeptForBefore ? [] : [numberOf(identity.policyNumber)];
}

/** Tells who has a number that was refused, when that is known. */
export async function namingHolder<Result>(
  work: Promise<Result>,
  whoHas: () => Promise<string | null>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== TAKEN) throw error;
    const holder = await whoHas().catch(() => null);
    if (holder === null) throw error;
    const message = `This policy number is already used by ${holder}`;
    throw conflict(TAKEN, message, [{ field: 'policyNumber', code: TAKEN, message }]);
  }
}
