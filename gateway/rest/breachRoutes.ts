import type { BreachPdf } from '@insuremanager/services/breaches/index';
import { z } from 'zod';
import { PLAIN } from '../access/answerViews.js';
import { validated } from '../validated.js';
import { sendPdf } from './pdfAnswers.js';
import { idInPath } from './restCommands.js';
import type { Exchange, RestRoute } from './restRoute.js';

const idOf = ({ request }: Exchange): number => idInPath(request, 'breach');

const number = (message: string) =>
  z
    .string(message)
    .regex(/^[1-9]\d{0,8}$/, message)
    .transform(Number)
    .optional();

const LettersQuery = z.object({
  of: z
    .enum(['unmailed', 'all'], 'of is one of: unmailed, all')
    .default('unmailed')
    .describe('Of those who cannot be written to by email, or of all'),
  part: number('part must be a number from 1 on').describe(
    'Which of the files, as one has 200 letters at most',
  ),
  customerId: number('customerId must be the number of a customer').describe(
    'Only the letter to this one',
  ),
});

const pdfRoute = (
  parts: Pick<RestRoute, 'path' | 'operationId' | 'summary' | 'query' | 'description'>,
  open: (exchange: Exchange) => Promise<BreachPdf>,
): RestRoute => ({
  ...{ method: 'get', access: 'privacy.manage', view: PLAIN, tag: 'Breaches' },
  ...parts,
  answers: {
    200: {
      description: 'The PDF',
      content: {
        'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
      },
    },
  },
  refuses: [404, 409],
  async handle(exchange) {
    await sendPdf(exchange.request, exchange.response, await open(exchange));
  },
});

const BREACH = '/api/privacy/breaches/:id';

/** What is printed of breaches of personal data; all else is asked by GraphQL. */
export const breachRoutes: readonly RestRoute[] = [
  pdfRoute(
    {
      path: `${BREACH}/letters.pdf`,
      operationId: 'getBreachLetters',
      summary: 'The letters to the persons, to be printed',
      description: 'Each on pages of its own, in the language of the customer.',
      query: LettersQuery,
    },
    (exchange) => {
      const { of, part = 1, customerId } = validated(LettersQuery, exchange.request.query);
      const { breaches } = exchange.services;
      const id = idOf(exchange);
      return customerId === undefined
        ? breaches.letters(id, { of, part })
        : breaches.letter(id, customerId);
    },
  ),
  ...(['initial', 'detailed'] as const).map((kind) =>
    pdfRoute(
      {
        path: `${BREACH}/${kind}-report.pdf`,
        operationId: kind === 'initial' ? 'getInitialBreachReport' : 'getDetailedBreachReport',
        summary:
          kind === 'initial'
            ? 'What the Data Protection Board is told without delay'
            : 'What it is told within 72 hours',
      },
      (exchange) => exchange.services.breaches.report(idOf(exchange), kind),
    ),
  ),
];
