import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { ClaimRequest, Name, Predecessor } from '../platform/claims/claims.js';
import type { CommandOrder } from '../platform/commands/commandRunner.js';
import { conflict, Refusal } from '../platform/errors.js';
import type { Debts } from './policyDebts.js';
import { numberKeyOf, type PolicyRecord } from './policyState.js';

const THING = 'policyNumber';
export const NUMBER_TAKEN = 'policy-number-taken';

/** What a command takes and lets go of. */
export type Names = Partial<Pick<CommandOrder<never>, 'claims' | 'releases'>>;

export const nameOf = (numberKey: string): Name => ({ thing: THING, value: numberKey });

/** A policy number is one chain's alone, over both kinds. */
export const claimOf = (policyNumber: string, heldBy?: Predecessor): ClaimRequest => ({
  ...nameOf(policyNumberKey(policyNumber)),
  field: 'policyNumber',
  message: 'This policy number is already used by another policy.',
  ...(heldBy && { heldBy }),
});

/** False for another spelling, and once nobody knows the number any more. */
export function isOtherNumber(record: PolicyRecord, policyNumber: string): boolean {
  const current = numberKeyOf(record);
  return current !== null && current !== policyNumberKey(policyNumber);
}

/** A correction to another number takes it, and lets go of all others. */
export function namesOfUpdate(record: PolicyRecord, debts: Debts, policyNumber: string): Names {
  const wanted = policyNumberKey(policyNumber);
  const releases = numbersLetGo(record, debts).filter(({ value }) => value !== wanted);
  return { claims: [claimOf(policyNumber)], releases };
}

/**
 * A renewal under another number: the term that ends takes it first and hands it to the next one,
 * as it does with a number that is kept. A number that is taken so refuses the renewal as a whole,
 * and nobody else gets it while the next term is still to be written.
 */
export function namesOfRenewal(record: PolicyRecord, policyNumber: string | undefined): Names {
  const isAnother = policyNumber !== undefined && isOtherNumber(record, policyNumber);
  return isAnother ? { claims: [claimOf(policyNumber)] } : {};
}

/**
 * The term before takes back what the next one had kept, and what it held for terms before both.
 * @param held numbers of earlier terms that the next one holds.
 */
export function namesOfWithdrawal(
  { identity, numberPassedOn, successorId }: PolicyRecord,
  next: { id: number; version: number | null },
  held: readonly string[],
): Names {
  if (successorId !== next.id) return {};
  const heldBy = { owner: policyStream(next.id), version: next.version };
  const own = identity && numberPassedOn ? [policyNumberKey(identity.policyNumber)] : [];
  return { claims: [...new Set([...own, ...held])].map((number) => claimOf(number, heldBy)) };
}

/**
 * All that a term may hold and does not need any more once its number is another one or it is gone.
 * Not: a number that the next term was given or is promised, and one that an earlier term bears.
 */
export function numbersLetGo(record: PolicyRecord, { borneBefore, isNextPending }: Debts): Name[] {
  if (isNextPending) return [];
  const current = record.numberPassedOn ? null : numberKeyOf(record);
  return [...new Set([...record.formerNumbers, current])]
    .filter((number) => number !== null)
    .filter((number) => !borneBefore.has(number))
    .map(nameOf);
}

/** Says in a refusal who has the number, when that is known. */
export async function namingHolder<Result>(
  work: Promise<Result>,
  whoHas: () => Promise<string | null>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isNumberTaken(error)) throw error;
    const holder = await whoHas();
    if (holder === null) throw error;
    const message = `This policy number is already used by ${holder}.`;
    throw conflict(NUMBER_TAKEN, message, [{ field: 'policyNumber', code: NUMBER_TAKEN, message }]);
  }
}

export const isNumberTaken = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === NUMBER_TAKEN;
