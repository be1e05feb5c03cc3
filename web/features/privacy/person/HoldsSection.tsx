import { useCustomer } from '../../../records/customers/useCustomer';
import { LegalHolds } from '../../../records/privacy/LegalHolds';

/** What keeps the records of the person from being destroyed; also of a deleted one. */
export function HoldsSection({ customerId }: { customerId: number }) {
  const name = useCustomer(customerId)?.name ?? 'this customer';
  return <LegalHolds customer={{ id: customerId, name }} />;
}
