import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import type { Dice } from '../demo/dice.js';
import type { AcknowledgedCustomer, Book } from './acknowledged.js';
import type { Answer } from './http.js';
import type { Order, Sender } from './sender.js';

const CITIES = ['Kochi', 'Chennai', 'Pune', 'Nagpur', 'Mysuru'];
const KYC = ['pending', 'verified', 'rejected'];

interface Parts {
  readonly sender: Sender;
  readonly book: Book;
  readonly chance: Dice;
}

/** What one agent does with customers of their own. */
export function customerWork({ sender, book, chance }: Parts) {
  const own: number[] = [];

  return {
    /** Who holds the agent's policies: the first customer, who is never deleted. */
    holder: (): number | undefined => own[0],

    async turn(key: string): Promise<void> {
      const kind = kindOf(chance, own.length);
      const customer = kind === 'create' ? undefined : book.customers.get(chance.pick(own));
      const isHolder = customer !== undefined && customer.id === own[0];
      const done = kind === 'delete' && isHolder ? 'update' : kind;
      const { json } = await sender.acknowledged(orderFor(done, { key, chance, customer }));
      const saved = customer && done === 'delete' ? deleted(customer) : kept(json);
      const { id, version } = saved;
      book.customers.set(id, saved);
      const events = version - (customer?.version ?? -1);
      book.commands.push({ key, stream: customerStream(id), events, type: null });
      if (done === 'create') own.push(id);
      if (done === 'delete') own.splice(own.indexOf(id), 1);
    },
  };
}

type Kind = 'create' | 'update' | 'delete';

function kindOf(chance: Dice, kept: number): Kind {
  const thrown = chance.below(100);
  if (kept === 0 || thrown < 35) return 'create';
  return thrown < 90 ? 'update' : 'delete';
}

/** What the answer to a change says. */
const kept = (json: Answer['json']): AcknowledgedCustomer => {
  const { id, version, name, city, kycStatus } = json as unknown as AcknowledgedCustomer;
  return { id, version, name, city, kycStatus, isDeleted: false };
};

/** A deletion answers nothing, and is one event. */
const deleted = (customer: AcknowledgedCustomer): AcknowledgedCustomer => ({
  ...customer,
  version: customer.version + 1,
  isDeleted: true,
});

interface Asked {
  readonly key: string;
  readonly chance: Dice;
  readonly customer: AcknowledgedCustomer | undefined;
}

/** The command's key is the customer's name, so that each says which command wrote it last. */
function orderFor(kind: Kind, { key, chance, customer }: Asked): Order {
  const path = `/api/customers/${customer?.id}`;
  const city = chance.pick(CITIES);
  // Half of them rest on the version that their agent saw.
  const version = kind !== 'create' && chance.chance(0.5) ? customer?.version : undefined;
  switch (kind) {
    case 'create': {
      const phone = `9${chance.digits(9)}`;
      return { method: 'POST', path: '/api/customers', key, body: { name: key, phone, city } };
    }
    case 'update': {
      const body = { name: key, city, kycStatus: chance.pick(KYC) };
      return { method: 'PUT', path, key, version, body };
    }
    case 'delete':
      return { method: 'DELETE', path, key, version };
  }
}
