import {
  type CustomerEvent,
  LegalHoldLifted,
  LegalHoldPlaced,
} from '@insuremanager/contracts/customers/customerEvents';
import { type LegalHoldView, MOST_HOLDS } from '@insuremanager/contracts/customers/legalHolds';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { conflict, notFound } from '../platform/errors.js';

/** A hold on the records of a customer, also one that was lifted. */
export interface LegalHold {
  readonly id: number;
  /** Null once the person is erased. */
  readonly matter: string | null;
  readonly placedAt: Date;
  /** A username. */
  readonly placedBy: string;
  readonly lifted: {
    readonly at: Date;
    readonly by: string;
    readonly reason: string | null;
  } | null;
}

export interface PlaceLegalHold {
  type: 'PlaceLegalHold';
  customerId: number;
  matter: string;
}

export interface LiftLegalHold {
  type: 'LiftLegalHold';
  customerId: number;
  holdId: number;
  reason: string;
}

/** The oldest first. */
export const standing = (holds: readonly LegalHold[]): LegalHold[] =>
  holds.filter(({ lifted }) => lifted === null);

/** The Kolkata day since which it stands. */
const sinceOf = ({ placedAt }: LegalHold) => kolkataDay(placedAt);

export const placeHold = (
  { customerId, matter }: PlaceLegalHold,
  holds: readonly LegalHold[],
): CustomerEvent[] => {
  const stand = standing(holds);
  const same = stand.find((hold) => hold.matter && searchKey(hold.matter) === searchKey(matter));
  if (same) {
    const message = `A hold for this matter stands since ${formatDay(sinceOf(same))}.`;
    throw conflict('legal-hold-exists', message);
  }
  if (stand.length >= MOST_HOLDS) {
    const message = `At most ${MOST_HOLDS} holds can stand at once. Lift one that is over first.`;
    throw conflict('too-many-legal-holds', message);
  }
  return [LegalHoldPlaced({ customerId, holdId: holds.length + 1, personal: { matter } })];
};

export const liftHold = (
  { customerId, holdId, reason }: LiftLegalHold,
  holds: readonly LegalHold[],
): CustomerEvent[] => {
  const hold = holds.find(({ id }) => id === holdId);
  if (!hold) throw notFound('hold', holdId);
  if (hold.lifted) {
    const message = `This hold was lifted on ${formatDay(kolkataDay(hold.lifted.at))}.`;
    throw conflict('legal-hold-lifted', message);
  }
  return [LegalHoldLifted({ customerId, holdId, personal: { liftReason: reason } })];
};

/**
 * Nothing known of a person is destroyed while a hold stands, whatever else speaks for it.
 * @throws conflict `legal-hold`, naming since when
 */
export function refuseUnderHold(holds: readonly LegalHold[]): void {
  const [oldest, ...others] = standing(holds);
  if (!oldest) return;
  const since = formatDay(sinceOf(oldest));
  const message =
    others.length === 0
      ? `A legal hold stands on the records of this customer since ${since}. Lift it first.`
      : `${others.length + 1} legal holds stand on the records of this customer, the first since ${since}. Lift them first.`;
  throw conflict('legal-hold', message);
}

/** Nothing that was typed is left of them. */
export const erasedHolds = (holds: readonly LegalHold[]): LegalHold[] =>
  holds.map((hold) => ({
    ...hold,
    matter: null,
    lifted: hold.lifted && { ...hold.lifted, reason: null },
  }));

export const holdView = (hold: LegalHold): LegalHoldView => ({
  id: hold.id,
  matter: hold.matter,
  placedAt: hold.placedAt.toISOString(),
  placedBy: hold.placedBy,
  liftedAt: hold.lifted?.at.toISOString() ?? null,
  liftedBy: hold.lifted?.by ?? null,
  liftReason: hold.lifted?.reason ?? null,
});
