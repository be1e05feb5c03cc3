import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import {
  QUOTATION_SORTS,
  type QuotationListRequest,
} from '@insuremanager/contracts/quotations/quotationViews';
import { z } from 'zod';
import { QuotationFilterInput } from '../quotationFilter.js';
import { validated } from '../validated.js';
import { flagOf, idParameterOf, pageParameters, wordsOf } from './listQuery.js';

const { search, insuranceType, insurer, createdFrom, createdTo, totalFrom, totalTo } =
  QuotationFilterInput.shape;

/** The query of `GET /api/quotations`. What it does not know is ignored. */
export const QuotationListQuery = z.object({
  search,
  status: wordsOf('status', QUOTATION_STATUSES),
  pastValidity: flagOf('pastValidity').describe('Only pending quotations past their last day'),
  insuranceType: insuranceType.describe('Quotations of this type of insurance'),
  insurer,
  customerId: idParameterOf('customer').describe('Quotations of this customer'),
  createdFrom,
  createdTo,
  totalFrom,
  totalTo,
  ...pageParameters(QUOTATION_SORTS, 'added'),
});

/** @throws Refusal `invalid`, naming the parameter. */
export function quotationListRequest(query: unknown): QuotationListRequest {
  const asked = validated(QuotationListQuery, query);
  const { status, sort, direction, limit, cursor, ...filter } = asked;
  return { filter: { ...filter, statuses: status }, sort, direction, limit, cursor };
}

const WANTED = 'ids are the numbers of quotations, separated by commas';

/** The query of `GET /api/quotations/compare.pdf`. */
export const ComparisonQuery = z.object({
  ids: z
    .string(WANTED)
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, WANTED)
    .max(100, WANTED)
    .describe('Numbers of 2 to 4 quotations of one customer, separated by commas'),
});

/** @throws Refusal `invalid`, naming `ids`. */
export const comparedIds = (query: unknown): number[] =>
  validated(ComparisonQuery, query).ids.split(',').map(Number);
