import { useAllowed } from '../../ui/allowed';
import { Phone, type PhoneProps } from '../../ui/Phone';
import { useAddress } from '../../ui/useAddress';
import { CONTACT } from './contact';

interface RenewalPhoneProps extends Pick<PhoneProps, 'isInRow' | 'isTabStop'> {
  /** Of the term that ends. */
  id: number;
  customer: { phone: string } | null;
  /** Undefined until it has come; null for a customer who was deleted. */
  contact: { text: string | null } | null | undefined;
}

/** Whom to call or to write to about a renewal; asks afterwards what came of it. */
export function RenewalPhone({ id, customer, contact, ...place }: RenewalPhoneProps) {
  const { open } = useAddress();
  const canSay = useAllowed('renewals.write');
  if (!customer) return null;
  return (
    <Phone
      number={customer.phone}
      message={contact?.text}
      {...place}
      onUse={canSay ? () => open({ [CONTACT]: String(id) }) : undefined}
    />
  );
}
