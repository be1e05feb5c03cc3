import {
  PolicyCancelled,
  type PolicyCover,
  type PolicyEvent,
  PolicyExpired,
  type PolicyIdentity,
  PolicyIssued,
  PolicyRenewed,
  TERMS_PER_POLICY,
} from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyInput } from '@insuremanager/contracts/policies/policyFields';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { demoPolicy } from '../demo/covers.js';
import type { Happening } from './customerPopulation.js';

/** Terms of policies in the system for each customer. */
export const POLICIES_PER_CUSTOMER = 3;

/** The stream of one policy, oldest event first. */
export interface PolicyLife {
  readonly policyId: number;
  readonly kind: PolicyKind;
  readonly history: Happening<PolicyEvent>[];
}

/** Of the terms that began so long ago. */
const OLDEST_DAYS = 700;
/** An odd number that shares no factor with the days: starts are spread evenly. */
const STRIDE = 263;
const DAY_MS = 24 * 60 * 60 * 1000;
const NOON_MS = DAY_MS / 2;

/**
 * The policies of one customer: one by itself, and a second one that a third of the customers have
 * renewed into a third term; the others have bought a third one. Terms that are over are expired, some
 * others cancelled.
 */
export function policyLives(customerId: number, now: Date): [PolicyLife, ...PolicyLife[]] {
  const today = kolkataDay(now);
  // Counted from 1; ids of policies leave room for those of further terms.
  const first = (customerId - 1) * POLICIES_PER_CUSTOMER + 1;
  const isRenewed = customerId % 3 === 0;
  const daysAgo = (count: number) => (count * STRIDE) % OLDEST_DAYS;
  const startOf = (count: number) => addDays(today, -daysAgo(count));
  const alone = single(first, customerId, startOf(first), today);
  if (!isRenewed) {
    return [
      alone,
      single(first + 1, customerId, startOf(first + 1), today),
      single(first + 2, customerId, startOf(first + 2), today),
    ];
  }
  const renewedStart = addDays(today, -366 - (daysAgo(first + 1) % 330));
  return [alone, renewed(first + 1, customerId, renewedStart, today)];
}

function single(count: number, customerId: number, start: Day, today: Day): PolicyLife {
  const policyId = count * TERMS_PER_POLICY;
  const term = termOf(count, customerId, start);
  const history = [happening(issued(policyId, term), start)];
  const { endDate } = term.cover;
  if (endDate < today) {
    history.push(
      happening(PolicyExpired({ policyId, termId: policyId, endDate }), addDays(endDate, 1)),
    );
  } else if (count % 23 === 0 && start < today) {
    const cancelledOn = addDays(start, 1);
    const reason = 'customer_request';
    const personal = { note: null };
    const of = { policyId, termId: policyId, customerId };
    const event = PolicyCancelled({ ...of, cancelledOn, reason, personal });
    history.push(happening(event, cancelledOn));
  }
  return { policyId, kind: term.kind, history };
}

function renewed(count: number, customerId: number, start: Day, today: Day): PolicyLife {
  const policyId = count * TERMS_PER_POLICY;
  const term = termOf(count, customerId, start);
  const startDate = addDays(term.cover.endDate, 1);
  const cover = { ...term.cover, startDate, endDate: endOfTerm(startDate) };
  const boughtOn = startDate < today ? startDate : today;
  const { kind, identity: personal } = term;
  const of = { policyId, kind, termId: policyId, nextTermId: policyId + 1, customerId };
  const event = PolicyRenewed({ ...of, cover, personal });
  return {
    policyId,
    kind,
    history: [happening(issued(policyId, term), start), happening(event, boughtOn)],
  };
}

interface Term {
  readonly kind: PolicyKind;
  readonly customerId: number;
  readonly cover: PolicyCover;
  readonly identity: PolicyIdentity;
}

function termOf(count: number, customerId: number, start: Day): Term {
  const { kind, input } = demoPolicy(count, start);
  const parsed: PolicyInput = policyInputOf(kind).parse({ ...input, customerId });
  const { policyNumber, vehicleNumber, engineNumber, chassisNumber, status, ...rest } = parsed;
  const { customerId: holder, ...cover } = rest;
  return {
    kind,
    customerId: holder,
    cover,
    identity: { policyNumber, vehicleNumber, engineNumber, chassisNumber },
  };
}

const issued = (policyId: number, { kind, customerId, cover, identity }: Term): PolicyEvent =>
  PolicyIssued({
    policyId,
    kind,
    customerId,
    quotationId: null,
    status: 'active',
    cover,
    personal: identity,
  });

const happening = (event: PolicyEvent, day: Day): Happening<PolicyEvent> => ({
  event,
  at: new Date(startOfKolkataDay(day).getTime() + NOON_MS),
});
