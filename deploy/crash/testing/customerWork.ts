import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { KYC_STATUSES } from '@insuremanager/contracts/customers/kycStatuses';
import {
  type AcknowledgedCustomer,
  type Agent,
  type Command,
  CustomerAnswer,
  ownRecords,
} from './book.js';

const PATH = '/api/customers';
const CITIES = ['Kochi', 'Chennai', 'Pune', 'Nagpur', 'Mysuru'];

/**
 * What one agent does with customers of their own. The command's key is the customer's name, so
 * that each says which command wrote it last.
 */
export function customerWork(agent: Omit<Agent, 'policyholder'>) {
  const { sender, book, chance } = agent;
  const { own, oneOf, record, markDeleted, requestOn } = ownRecords<AcknowledgedCustomer>(agent, {
    records: book.customers,
    streamOf: customerStream,
    pathOf: () => PATH,
  });
  /** The first customer, who is never deleted. */
  const policyholder = (): number | undefined => own.values().next().value;

  const written = (key: string, { id, version }: AcknowledgedCustomer, before: number): void =>
    void book.commands.push({
      ...{ key, stream: customerStream(id), events: version - before, type: null },
    });

  const save = async (request: Command, before = -1): Promise<void> => {
    const { json } = await sender.acknowledged(request);
    const customer = { ...CustomerAnswer.parse(json), isDeleted: false };
    record(customer);
    written(request.key, customer, before);
  };

  return {
    policyholder,

    async step(key: string): Promise<void> {
      const thrown = chance.below(100);
      const customer = thrown < 35 ? undefined : oneOf();
      const city = chance.pick(CITIES);
      if (!customer) {
        const body = { name: key, phone: `9${chance.digits(9)}`, city };
        return save({ method: 'POST', path: PATH, key, body });
      }
      if (thrown < 90 || customer.id === policyholder()) {
        const body = { name: key, city, kycStatus: chance.pick(KYC_STATUSES) };
        return save(requestOn(customer, key, { method: 'PUT', body }), customer.version);
      }
      await sender.acknowledged(requestOn(customer, key, { method: 'DELETE' }));
      // A deletion answers nothing, and is one event.
      const deleted = { ...customer, version: customer.version + 1 };
      markDeleted(deleted);
      written(key, deleted, customer.version);
    },
  };
}
