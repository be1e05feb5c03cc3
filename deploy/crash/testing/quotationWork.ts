import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { quotationPdfPath } from '@insuremanager/contracts/quotations/quotationViews';
import type { Answer } from '../../harness/client.js';
import {
  type AcknowledgedQuotation,
  type Agent,
  type Command,
  ownRecords,
  QuotationAnswer,
  race,
  requirePolicyholder,
  type Step,
  type Won,
} from './book.js';
import { acknowledgedPolicy, newPolicy } from './policyWork.js';

type Quotation = AcknowledgedQuotation;

const PATH = '/api/quotations';

/** What one agent does with quotations of their own; a colleague may want the same policy. */
export function quotationWork(agent: Agent) {
  const { sender, book, chance } = agent;
  const { workOn, record, markDeleted, append, requestOn, sent } = ownRecords<Quotation>(agent, {
    records: book.quotations,
    streamOf: quotationStream,
    pathOf: () => PATH,
  });
  const recorded = (json: Answer['json']): Quotation => {
    const quotation = { ...QuotationAnswer.parse(json), isDeleted: false };
    record(quotation);
    return quotation;
  };

  /** What answers with the quotation. */
  const carriedOut = async (request: Command, type: string): Promise<Quotation> => {
    const quotation = recorded((await sender.acknowledged(request)).json);
    append(request.key, quotation.id, type);
    return quotation;
  };

  const create = async ({ key, premium }: Step): Promise<void> => {
    const body = {
      customerId: requirePolicyholder(agent),
      insuranceType: chance.pick(POLICY_KINDS),
      premiumAmount: premium,
      status: chance.chance(0.6) ? 'accepted' : 'pending',
      notes: key,
    };
    await carriedOut({ method: 'POST', path: PATH, key, body }, 'QuotationCreated');
  };

  const change = async (quotation: Quotation, { key, premium }: Step): Promise<void> => {
    const body = { premiumAmount: premium, notes: key };
    const request = requestOn(quotation, key, { method: 'PUT', body });
    const { id } = await carriedOut(request, 'QuotationChanged');
    if (chance.chance(0.3)) await sender.read(quotationPdfPath(id));
  };

  const accept = async (quotation: Quotation, { key }: Step): Promise<void> => {
    const body = { status: 'accepted' };
    await carriedOut(requestOn(quotation, key, { method: 'PUT', body }), 'QuotationStatusSet');
  };

  const email = async (quotation: Quotation, { key }: Step): Promise<void> => {
    const body = { to: 'asha.menon@example.in', message: key };
    const request = requestOn(quotation, key, { what: '/email', body });
    await carriedOut(request, 'QuotationEmailRequested');
  };

  const remove = async (quotation: Quotation, { key }: Step): Promise<void> => {
    await sender.acknowledged(requestOn(quotation, key, { method: 'DELETE' }));
    markDeleted(quotation);
    append(key, quotation.id, 'QuotationDeleted');
  };

  const convert = async (quotation: Quotation, { key, premium }: Step): Promise<void> => {
    const { id, customerId, insuranceType } = quotation;
    const bodyFor = (policyNumber: string) =>
      newPolicy(insuranceType, { customerId, policyNumber, premium, chance });
    const body = bodyFor(`Q/${key}`);
    const won = await converted(requestOn(quotation, key, { what: '/convert', body }));
    if (!won) return;
    const { quotation: after, policy } = won.answer.json as Record<string, Answer['json']>;
    if (!after || !policy) throw new Error(`Not what a conversion answers: ${key}`);
    recorded(after);
    const issued = acknowledgedPolicy(policy);
    book.policies.set(issued.id, issued);
    append(won.key, id, 'PolicyIssued');

    async function converted(request: Command): Promise<Won | undefined> {
      const contest = chance.below(4);
      if (contest === 0) {
        // Both copy the number from the insurer's letter, or each has a letter of their own.
        const number = chance.chance(0.5) ? `Q/${key}` : `Q/${key}, other`;
        return race(agent, request, { body: bodyFor(number), lostWith: 'already-converted' });
      }
      const conversion = { type: 'PolicyIssued', id, gone: [id] };
      const answer = await sent(request, contest < 3, conversion, book.perhapsConverted);
      return answer && { key, answer };
    }
  };

  const isOpen = ({ policyId }: Quotation): boolean => policyId === null;
  const isAccepted = ({ status }: Quotation): boolean => status === 'accepted';
  const isAny = () => true;

  return {
    step: (step: Step): Promise<void> =>
      workOn(step, create, [
        [12, isOpen, change],
        [10, (quotation) => isOpen(quotation) && !isAccepted(quotation), accept],
        [43, (quotation) => isOpen(quotation) && isAccepted(quotation), convert],
        [13, isAny, email],
        [4, isAny, remove],
      ]),
  };
}
