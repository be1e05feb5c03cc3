import { TREND_PERIODS } from '@insuremanager/contracts/dashboard/dashboardViews';
import { LONGEST_SEARCH, SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchViews';
import { USUAL_TREND_PERIOD } from '../trendPeriod.js';
import { ref } from './jsonSchemas.js';
import { jsonAnswer, type Operation, refusals } from './operations.js';

const tags = ['Overview'];

export const dashboardPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/dashboard/metrics': {
    get: {
      operationId: 'getDashboardMetrics',
      tags,
      summary: 'The figures of the whole book',
      responses: {
        '200': jsonAnswer('Each equals a count over a list', ref('DashboardMetrics')),
        ...refusals(401, 503),
      },
    },
  },
  '/api/dashboard/revenue-trend': {
    get: {
      operationId: 'getRevenueTrend',
      tags,
      summary: 'Premium of the policies that began, month by month',
      parameters: [
        {
          name: 'months',
          in: 'query',
          description: 'This one included',
          schema: { type: 'integer', enum: [...TREND_PERIODS], default: USUAL_TREND_PERIOD },
        },
      ],
      responses: {
        '200': jsonAnswer('The months, oldest first', ref('RevenueTrend')),
        ...refusals(400, 401, 503),
      },
    },
  },
  '/api/search': {
    get: {
      operationId: 'search',
      tags,
      summary: 'Search customers, policies, documents and quotations',
      description: `Texts of fewer than ${SHORTEST_SEARCH} characters find nothing.`,
      parameters: [
        {
          name: 'q',
          in: 'query',
          description:
            'Part of a name, phone, email, PAN, policy number, insurer, vehicle number or file name, ' +
            'or a quotation number',
          schema: { type: 'string', maxLength: LONGEST_SEARCH },
        },
      ],
      responses: {
        '200': jsonAnswer('The best matches of each kind', ref('SearchAnswer')),
        ...refusals(400, 401, 503),
      },
    },
  },
});
