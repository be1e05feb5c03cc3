import { operation, useGatewayQuery } from '../../data/operation';
import { RenewalContactDocument } from '../../data/operations.generated';
import { RenewalPhone } from '../../records/renewals/RenewalPhone';
import { useAllowed } from '../../ui/allowed';
import { Phone } from '../../ui/Phone';
import type { Policy } from './policy';
import { nextStepOf } from './policyActions';

/** Of its customer; where it is due, with what there is to say about its renewal. */
export function PolicyPhone({ policy }: { policy: Policy }) {
  const isDue = nextStepOf(policy) === 'renew';
  const mayRead = useAllowed('renewals.read');
  const { data } = useGatewayQuery(operation(RenewalContactDocument, { id: policy.id }), {
    skip: !isDue || !mayRead,
  });
  if (!policy.customer) return null;
  if (!isDue) return <Phone number={policy.customer.phone} />;
  return <RenewalPhone {...policy} contact={data?.policy?.contact} />;
}
