import {
  QuotationCreated,
  type QuotationEvent,
  QuotationStatusSet,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { QuotationInputSchema } from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import { gstClassOf } from '@insuremanager/contracts/quotations/quotationTerm';
import { financialYearOf } from '@insuremanager/contracts/rules/calendar';
import { gstRateOn } from '@insuremanager/contracts/rules/gst';
import { kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { demoPolicy } from '../demo/covers.js';
import { type Dice, dice } from '../demo/dice.js';
import { offerOf } from '../demo/paperStory.js';
import { type Happening, registeredAt, registeredBefore } from './customerPopulation.js';

/** The stream of one quotation, oldest event first. */
export interface QuotationLife {
  readonly quotationId: number;
  readonly history: Happening<QuotationEvent>[];
}

/** Seeds that nothing else uses. */
const SERIES = 9_000_000_000;
/** No policy is the one that was quoted. */
const QUOTED_POLICIES = 3_000_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const isQuoted = (customerId: number): boolean => customerId % 3 !== 0;

/** Quotations of the first so many customers: two for every three. */
export const quotationsOf = (customers: number): number => customers - Math.floor(customers / 3);

/**
 * The quotation of one customer of so many, if there is one: from the day on which they came, and
 * numbered in that order. A fifth of those that were decided upon say so in a second event.
 */
export function quotationLife(
  customerId: number,
  customers: number,
  now: Date,
): QuotationLife | null {
  if (!isQuoted(customerId)) return null;
  const quotationId = quotationsOf(customerId);
  const throws = dice(SERIES + quotationId);
  const at = quotedAt(customerId, customers, now);
  const today = kolkataDay(at);
  const input = QuotationInputSchema.parse({
    ...offerOf(throws, demoPolicy(QUOTED_POLICIES + quotationId, today)),
    validityDays: throws.pick(VALIDITY),
    customerId,
  });
  const { vehicleNumber, notes, status: _, customerId: addressee, ...offer } = input;
  const status = statusOf(throws, now.getTime() - at.getTime());
  const isDecidedLater = status !== 'pending' && throws.chance(0.2);
  const history: Happening<QuotationEvent>[] = [
    {
      event: QuotationCreated({
        quotationId,
        customerId: addressee,
        quotationNumber: numberOf(quotationId, customers, now, at),
        status: isDecidedLater ? 'pending' : status,
        offer: { ...offer, gstRate: gstRateOn(gstClassOf(offer), today) },
        personal: { vehicleNumber, notes },
      }),
      at,
    },
  ];
  if (isDecidedLater) {
    const event = QuotationStatusSet({ quotationId, from: 'pending', to: status });
    history.push({ event, at: new Date(at.getTime() + HOUR_MS) });
  }
  return { quotationId, history };
}

const VALIDITY = [7, 15, 30, 30, 30, 60, 90];

/** Equally long after each came: in the order of their ids. */
const quotedAt = (customerId: number, customers: number, now: Date): Date =>
  new Date(registeredAt(customerId, customers, now).getTime() + HOUR_MS);

const DECIDED_AFTER_DAYS = 60;

/** Most of the last weeks are open still; of the older ones some were never decided upon. */
function statusOf(throws: Dice, ageMs: number): QuotationStatus {
  const isOpen = throws.chance(ageMs < DECIDED_AFTER_DAYS * DAY_MS ? 0.7 : 0.25);
  if (isOpen) return 'pending';
  return throws.pick(['accepted', 'accepted', 'accepted', 'rejected', 'rejected', 'expired']);
}

/** Counted in every financial year from 1. */
function numberOf(quotationId: number, customers: number, now: Date, at: Date): string {
  const year = financialYearOf(kolkataDay(at));
  const newYear = startOfKolkataDay(`${year.slice(0, 4)}-04-01`).getTime();
  const before = quotationsOf(registeredBefore(new Date(newYear - HOUR_MS), customers, now));
  return `QT-${year}-${quotationId - before}`;
}
