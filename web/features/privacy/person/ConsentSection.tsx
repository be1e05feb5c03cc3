import { ConsentPanel } from '../../../records/consents/ConsentPanel';
import { useAllowed } from '../../../ui/allowed';

/** What a person agreed to, and the proof of it. */
export function ConsentSection({ customerId }: { customerId: number }) {
  return <ConsentPanel customerId={customerId} canRecord={useAllowed('customers.write')} />;
}
