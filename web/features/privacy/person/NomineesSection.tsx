import { useCustomer } from '../../../records/customers/useCustomer';
import { Nominees } from '../../../records/privacy/Nominees';

/** Who is to act for the person on their death or incapacity. */
export function NomineesSection({ customerId }: { customerId: number }) {
  const name = useCustomer(customerId)?.name ?? 'this customer';
  return <Nominees customer={{ id: customerId, name }} />;
}
