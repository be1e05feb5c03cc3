import type {
  CustomerComparison,
  CustomerHoldings,
} from '@insuremanager/contracts/customers/duplicates';
import type { Capabilities } from './books.js';

type Counted = Pick<
  Capabilities,
  'policies' | 'documents' | 'quotations' | 'reminders' | 'personRequests'
>;

/** Two customers side by side, and how much belongs to each: what moves along when they are merged. */
export async function customerComparison(
  services: Counted & Pick<Capabilities, 'customers'>,
  firstId: number,
  secondId: number,
): Promise<CustomerComparison> {
  const compared = await services.customers.compare(firstId, secondId);
  const [ofFirst, ofSecond] = await Promise.all([
    recordsOf(services, firstId),
    recordsOf(services, secondId),
  ]);
  return {
    ...compared,
    firstHoldings: { ...compared.firstHoldings, ...ofFirst },
    secondHoldings: { ...compared.secondHoldings, ...ofSecond },
  };
}

/** As the lists show them. */
async function recordsOf(
  { policies, documents, quotations, reminders, personRequests }: Counted,
  customerId: number,
): Promise<Omit<CustomerHoldings, 'consents' | 'nominees'>> {
  const counted = await Promise.all([
    policies.count({ customerId }),
    documents.count({ customerId }),
    quotations.count({ customerId }),
    reminders.count({ customerId }),
    personRequests.count({ customerId }),
    personRequests.count({ customerId, state: 'open' }),
  ]);
  const [terms, files, offers, reminded, requests, openRequests] = counted.map(
    ({ count }) => count,
  ) as [number, number, number, number, number, number];
  return {
    ...{ policies: terms, documents: files, quotations: offers, reminders: reminded },
    ...{ requests, openRequests },
  };
}
