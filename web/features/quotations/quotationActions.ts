import type { Needs } from '../../ui/allowed';
import type { Quotation } from './quotation';

export type QuotationAction =
  | 'view'
  | 'pdf'
  | 'edit'
  | 'accept'
  | 'reject'
  | 'convert'
  | 'email'
  | 'link'
  | 'compare'
  | 'delete';

/** What is needed for each. */
export const QUOTATION_NEEDS: Needs<QuotationAction> = {
  // It names the customer.
  pdf: 'people.read',
  edit: 'quotations.write',
  accept: 'quotations.write',
  reject: 'quotations.write',
  convert: 'policies.write',
  email: 'quotations.write',
  link: 'quotations.write',
  delete: 'quotations.write',
};

type StatusFields = Pick<Quotation, 'status' | 'policyId'>;

/** What became a policy does not change any more. */
export const isConverted = ({ policyId }: Pick<Quotation, 'policyId'>): boolean =>
  policyId !== null;

/** What can be done with a quotation now, in the order of its menu. */
export function actionsFor(quotation: StatusFields): QuotationAction[] {
  const { status } = quotation;
  const isOpen = !isConverted(quotation);
  const can: Record<QuotationAction, boolean> = {
    view: true,
    pdf: true,
    edit: isOpen,
    accept: isOpen && status !== 'accepted',
    reject: isOpen && status !== 'rejected',
    convert: isOpen && status === 'accepted',
    email: true,
    link: isOpen && status === 'pending',
    compare: true,
    delete: true,
  };
  return (Object.keys(can) as QuotationAction[]).filter((action) => can[action]);
}
