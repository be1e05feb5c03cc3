import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import { PROOF_BITS } from '@insuremanager/contracts/leads/proofOfWork';
import { QuoteChallenge, QuoteRequest } from '@insuremanager/contracts/leads/quoteRequests';
import {
  NOTICE_HEADINGS,
  NOTICE_PARTS,
  noticeFieldOf,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import {
  LinkedQuotation,
  MOST_LINK_TRIES,
  QuotationLinkInput,
} from '@insuremanager/contracts/quotations/quotationLinks';
import type { Identity } from '@insuremanager/services/identity/index';
import type { Leads } from '@insuremanager/services/leads/index';
import { invalid } from '@insuremanager/services/platform/errors';
import type { PrivacyNoticeVersions } from '@insuremanager/services/privacyNotices/index';
import type { Quotations } from '@insuremanager/services/quotations/index';
import { jsonAnswer } from '../openapi/operations.js';
import { findOwners } from '../owners.js';
import { type RestRoute, withBody } from './restRoute.js';

const tag = 'For everybody';

/** Of all books: whoever asks has none, and sees nothing of any. */
export interface PublicServices {
  readonly leads: Pick<Leads, 'challenge' | 'receive'>;
  readonly quotations: Pick<Quotations, 'offered' | 'acceptByLink'>;
  readonly privacyNotices: Pick<PrivacyNoticeVersions, 'list'>;
  readonly identity: Pick<Identity, 'activeUsers'>;
}

/** What a visitor of the public page may send, without an account. */
export const publicRoutes: readonly RestRoute<PublicServices>[] = [
  {
    method: 'get',
    path: '/api/public/quote-challenge',
    access: 'public',
    tag,
    operationId: 'quoteChallenge',
    summary: 'What the form for a quote is opened with',
    description:
      'Find a whole number for which SHA-256 of challenge, colon and number begins with so many zero bits',
    answers: { 200: jsonAnswer('A challenge, and the notice to be shown', { QuoteChallenge }) },
    async handle({ services: { leads, privacyNotices } }) {
      const [newest] = await privacyNotices.list();
      if (!newest) throw new Error('There is no privacy notice');
      const text = NOTICE_PARTS.map((part) => ({
        heading: NOTICE_HEADINGS.en[part],
        body: newest[noticeFieldOf('en', part)],
      }));
      const notice = { version: newest.version, text };
      return { challenge: leads.challenge(), bits: PROOF_BITS, notice };
    },
  },
  withBody({
    method: 'post',
    path: '/api/public/quote-requests',
    access: 'public',
    tag,
    body: { QuoteRequest },
    operationId: 'requestQuote',
    summary: 'Ask for a quote',
    description: 'Answers the same whoever asks. A challenge counts once',
    answers: { 204: { description: 'Received' } },
    refuses: [429],
    async handle({ request, response, services: { leads, identity, privacyNotices }, input }) {
      const notices = await privacyNotices.list();
      if (!notices.some(({ version }) => version === input.noticeVersion)) {
        const message = 'There is no such privacy notice. Please open the form again.';
        throw invalid([{ field: 'noticeVersion', code: 'notice-unknown', message }]);
      }
      await leads.receive(input, {
        from: request.ip ?? '',
        agents: await agentsOf(identity),
        correlationId: response.locals.correlationId,
      });
    },
  }),
  withBody({
    method: 'post',
    path: '/api/public/quotation',
    access: 'public',
    tag,
    body: { QuotationLinkInput },
    operationId: 'quotationOfLink',
    summary: 'What the link of a quotation shows to its customer',
    description: `A link has ${MOST_LINK_TRIES} tries in a day. A wrong name and wrong digits are answered alike`,
    answers: { 200: jsonAnswer('The quotation', { LinkedQuotation }) },
    refuses: [404, 409, 429],
    handle: ({ services: { quotations }, input }) => quotations.offered(input),
  }),
  withBody({
    method: 'post',
    path: '/api/public/quotation/accept',
    access: 'public',
    tag,
    body: { QuotationLinkInput },
    operationId: 'acceptQuotationByLink',
    summary: 'Accept the quotation of a link as its customer',
    description: 'Once: a quotation that is accepted stays so',
    answers: { 200: jsonAnswer('The quotation', { LinkedQuotation }) },
    refuses: [404, 409, 429],
    async handle({ response, services: { quotations }, input }) {
      const { correlationId } = response.locals;
      return (await quotations.acceptByLink(input, correlationId)).quotation;
    },
  }),
];

/** To whom leads go in turn: agents, and where there are none, whoever can have customers. */
async function agentsOf(identity: Parameters<typeof findOwners>[0]) {
  const agents = (await identity.activeUsers()).filter(({ role }) => role === 'agent');
  if (agents.length === 0) return findOwners(identity);
  return agents
    .filter(({ role }) => isAllowed(role, 'leads.write'))
    .map(({ userId: id, username }) => ({ id, username }));
}
