import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type { ClaimRequest } from '@insuremanager/contracts/claims/claimViews';
import { DEFAULT_LANGUAGE } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { ClaimRecord } from './claim.js';
import { CLAIM_WORDINGS } from './claimWording.js';

/** All that a message which asks for documents is made of. */
interface RequestParts {
  readonly claim: Pick<ClaimRecord, 'claimNumber' | 'lossDate' | 'missing'>;
  readonly customer: Pick<CustomerView, 'name' | 'email' | 'phone' | 'language'>;
  readonly policyNumber: string;
  readonly letterhead: Pick<Letterhead, 'name' | 'phone'>;
}

/** The message in the customer’s language: the body of an email, and of a WhatsApp. */
export function composeRequest(parts: RequestParts): ClaimRequest {
  const { claim, customer, policyNumber, letterhead } = parts;
  const wording = CLAIM_WORDINGS[customer.language ?? DEFAULT_LANGUAGE];
  const { claimNumber, lossDate, missing } = claim;
  const paragraphs = [
    [wording.greeting(customer.name)],
    [
      wording.intro(claimNumber, policyNumber, formatDay(lossDate)),
      ...missing.map((requirement) => `– ${wording.requirements[requirement]}`),
    ],
    [letterhead.phone ? wording.howToSend(letterhead.phone) : wording.send, wording.ignore],
    [wording.regards, letterhead.name],
  ];
  return {
    email: customer.email,
    phone: customer.phone === '' ? null : customer.phone,
    subject: wording.subject(claimNumber),
    text: paragraphs.map((lines) => lines.join('\n')).join('\n\n'),
  };
}
