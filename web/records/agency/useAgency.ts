import type { GstClass, GstRate } from '@insuremanager/contracts/rules/gst';
import { useMemo } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  AgencyDocument,
  type AgencyQuery,
  type GstRateFieldsFragment,
} from '../../data/operations.generated';

const AGENCY = operation(AgencyDocument, {});

/** What every screen may know of the agency; null until it is there. Asked for once. */
export const useAgency = (): AgencyQuery['agency'] | null =>
  useGatewayQuery(AGENCY).data?.agency ?? null;

/** A name in GraphQL has no hyphen. */
export const gstRatesOf = (rates: readonly GstRateFieldsFragment[]): GstRate[] =>
  rates.map(({ what, from, percent }) => ({
    what: what.replaceAll('_', '-') as GstClass,
    from,
    percent,
  }));

const NONE: readonly GstRate[] = [];

/** What the agency has added to the statutory rates; none until they are there. */
export function useGstRates(): readonly GstRate[] {
  const rates = useAgency()?.gstRates;
  return useMemo(() => (rates ? gstRatesOf(rates) : NONE), [rates]);
}
