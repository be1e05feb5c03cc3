import {
  RENEWAL_COLUMN_LABELS,
  RENEWAL_COLUMNS,
  type RenewalColumn,
  type RenewalMove,
} from '@insuremanager/contracts/renewals/renewalKinds';
import type { RenewalCardWithCustomerFragment } from '../../data/operations.generated';

export type RenewalCard = RenewalCardWithCustomerFragment;

/** What comes of putting a card into a column. */
export type Step =
  | { kind: 'stay' }
  | { kind: 'move'; to: RenewalMove }
  | { kind: 'reopen' }
  /** These open a form; the card moves when its record is saved. */
  | { kind: 'lose' }
  | { kind: 'quote' }
  | { kind: 'renew' }
  | { kind: 'refuse'; why: string };

const RENEWED =
  'This policy has been renewed. Its card leaves Renewed when the new term is deleted.';
const QUOTED = 'This card stays Quoted while its quotation is open.';

/** Quoted and Renewed follow from quotations and policies; the rest is moved by hand. */
export function stepOf(
  { column, quotationId }: Pick<RenewalCard, 'column' | 'quotationId'>,
  to: RenewalColumn,
): Step {
  if (column === to) return { kind: 'stay' };
  if (column === 'renewed') return { kind: 'refuse', why: RENEWED };
  if (to === 'lost') return { kind: 'lose' };
  if (to === 'renewed') return { kind: 'renew' };
  const hasQuotation = quotationId !== null;
  if (to === 'quoted') return { kind: hasQuotation ? 'reopen' : 'quote' };
  return hasQuotation ? { kind: 'refuse', why: QUOTED } : { kind: 'move', to };
}

/** The other columns that a card can be put into, and what the menu says of each. */
export const stepsFrom = (card: Pick<RenewalCard, 'column' | 'quotationId'>) =>
  RENEWAL_COLUMNS.flatMap((to) => {
    const step = stepOf(card, to);
    if (step.kind === 'stay' || step.kind === 'refuse') return [];
    return [
      { to, step, text: `Move to ${RENEWAL_COLUMN_LABELS[to]}${CONSEQUENCES[step.kind] ?? ''}` },
    ];
  });

const CONSEQUENCES: Partial<Record<Step['kind'], string>> = {
  lose: '…',
  quote: ' by a quotation…',
  renew: ' by renewing…',
};
