import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { quotationPdfPath } from '@insuremanager/contracts/quotations/quotationViews';
import type { Dice } from '../demo/dice.js';
import type { AcknowledgedCommand, AcknowledgedQuotation, Book } from './acknowledged.js';
import type { Answer } from './http.js';
import { newPolicy } from './newPolicy.js';
import { toldPolicy } from './policyWork.js';
import { race, type Won } from './race.js';
import type { Order, Sender, Turn } from './sender.js';

interface Parts {
  readonly sender: Sender;
  readonly book: Book;
  readonly chance: Dice;
  /** The customer to whom the agent's quotations are made out. */
  readonly holder: () => number | undefined;
  /** False once everybody is to stay until they are answered. */
  readonly mayGiveUp: () => boolean;
}

type Quotation = AcknowledgedQuotation;

const PATH = '/api/quotations';

/** What one agent does with quotations of their own; a colleague may want the same policy. */
export function quotationWork({ sender, book, chance, holder, mayGiveUp }: Parts) {
  const own = new Set<number>();

  const oneOf = (fits: (quotation: Quotation) => boolean): Quotation | undefined => {
    const fitting = [...own].flatMap((id) => book.quotations.get(id) ?? []).filter(fits);
    return fitting.length > 0 ? chance.pick(fitting) : undefined;
  };

  const keep = (quotation: Quotation): void => {
    book.quotations.set(quotation.id, quotation);
    own.add(quotation.id);
  };

  /** Half of them rest on the version that their agent saw. */
  const orderOn = ({ id, version }: Quotation, key: string, what = ''): Order => ({
    method: 'POST',
    path: `${PATH}/${id}${what}`,
    key,
    ...(chance.chance(0.5) && { version }),
  });

  /** What answers with the quotation. */
  const carriedOut = async (order: Order, type: string): Promise<Quotation> => {
    const quotation = told((await sender.acknowledged(order)).json);
    keep(quotation);
    book.commands.push(oneEvent(order.key, quotation.id, type));
    return quotation;
  };

  const create = async ({ key, premium }: Turn): Promise<void> => {
    const customerId = holder();
    if (customerId === undefined) throw new Error('There is no customer yet.');
    const body = {
      customerId,
      insuranceType: chance.pick(POLICY_KINDS),
      premiumAmount: premium,
      status: chance.chance(0.6) ? 'accepted' : 'pending',
      notes: key,
    };
    await carriedOut({ method: 'POST', path: PATH, key, body }, 'QuotationCreated');
  };

  const change = async (quotation: Quotation, { key, premium }: Turn): Promise<void> => {
    const body = { premiumAmount: premium, notes: key };
    const order: Order = { ...orderOn(quotation, key), method: 'PUT', body };
    const { id } = await carriedOut(order, 'QuotationChanged');
    if (chance.chance(0.3)) await sender.read(quotationPdfPath(id));
  };

  const accept = async (quotation: Quotation, { key }: Turn): Promise<void> => {
    const body = { status: 'accepted' };
    await carriedOut({ ...orderOn(quotation, key), method: 'PUT', body }, 'QuotationStatusSet');
  };

  const email = async (quotation: Quotation, { key }: Turn): Promise<void> => {
    const body = { to: 'asha.menon@example.in', message: key };
    await carriedOut({ ...orderOn(quotation, key, '/email'), body }, 'QuotationEmailRequested');
  };

  const remove = async (quotation: Quotation, { key }: Turn): Promise<void> => {
    const { id } = quotation;
    await sender.acknowledged({ ...orderOn(quotation, key), method: 'DELETE' });
    book.quotations.set(id, { ...quotation, isDeleted: true });
    book.commands.push(oneEvent(key, id, 'QuotationDeleted'));
    own.delete(id);
  };

  const convert = async (quotation: Quotation, { key, premium }: Turn): Promise<void> => {
    const { id, customerId, insuranceType } = quotation;
    const bodyFor = (policyNumber: string) =>
      newPolicy(insuranceType, { customerId, policyNumber, premium, chance });
    const order: Order = { ...orderOn(quotation, key, '/convert'), body: bodyFor(`Q/${key}`) };
    const won = await askedFor(order);
    if (!won) return;
    const { quotation: after, policy } = won.answer.json as Record<string, Answer['json']>;
    if (!after || !policy) throw new Error(`Not what a conversion answers: ${key}`);
    keep(told(after));
    const issued = toldPolicy(policy);
    book.policies.set(issued.id, issued);
    book.commands.push(oneEvent(won.key, id, 'PolicyIssued'));

    async function askedFor({ version: _, ...anyVersion }: Order): Promise<Won | undefined> {
      const contest = chance.below(4);
      if (contest === 0) {
        // Both copy the number from the insurer's letter, or each has a letter of their own.
        const number = chance.chance(0.5) ? `Q/${key}` : `Q/${key}, other`;
        const other = { body: bodyFor(number), lostWith: 'already-converted' };
        // Whoever rests on a version would lose by it, and not by having been late.
        return race({ sender, book }, anyVersion, other);
      }
      const isLeft = contest < 3 && mayGiveUp();
      const answer = await (isLeft ? triedOnce(order, id) : sender.acknowledged(order));
      return answer && { key, answer };
    }
  };

  /** Sent once: whoever goes away then leaves it to the system to finish what has begun. */
  const triedOnce = async (order: Order, id: number): Promise<Answer | undefined> => {
    const answer = await sender.triedOnce(order);
    if (answer) return answer;
    book.givenUp.push(oneEvent(order.key, id, 'PolicyIssued'));
    book.perhapsConverted.add(id);
    own.delete(id);
    return undefined;
  };

  const isOpen = ({ policyId }: Quotation): boolean => policyId === null;
  const isAccepted = ({ status }: Quotation): boolean => status === 'accepted';

  return {
    async turn(turn: Turn): Promise<void> {
      const thrown = chance.below(100);
      const [fits, work]: [(quotation: Quotation) => boolean, typeof convert] =
        thrown < 12
          ? [isOpen, change]
          : thrown < 22
            ? [(quotation) => isOpen(quotation) && !isAccepted(quotation), accept]
            : thrown < 65
              ? [(quotation) => isOpen(quotation) && isAccepted(quotation), convert]
              : thrown < 78
                ? [() => true, email]
                : [() => thrown < 82, remove];
      const quotation = oneOf(fits);
      await (quotation ? work(quotation, turn) : create(turn));
    },
  };
}

const oneEvent = (key: string, id: number, type: string): AcknowledgedCommand => ({
  key,
  stream: quotationStream(id),
  events: 1,
  type,
});

/** What an answer says. */
const told = (json: Answer['json']): Quotation => {
  const quotation = json as unknown as Quotation;
  const { id, customerId, version, quotationNumber, insuranceType, premiumAmount } = quotation;
  const { status, notes, policyId, emailedAt } = quotation;
  return {
    ...{ id, customerId, version, quotationNumber, insuranceType, premiumAmount },
    ...{ status, notes, policyId, emailedAt, isDeleted: false },
  };
};
