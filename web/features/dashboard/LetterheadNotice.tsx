import { Callout, Intent } from '@blueprintjs/core';
import { AGENCY_LABELS } from '@insuremanager/contracts/agency/agencyFields';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { LetterheadGapsDocument } from '../../data/operations.generated';
import { useAllowed } from '../../ui/allowed';
import './LetterheadNotice.css';

const ASKED = operation(LetterheadGapsDocument, {});

/** What a customer looks for on a quotation. */
const NEEDED = ['name', 'address', 'phone', 'licence', 'gstin'] as const;

type Needed = (typeof NEEDED)[number];

/**
 * What the letterhead of quotations and emails still lacks; nothing for who cannot set it. Undefined
 * until it is known: what is shown later would push the page down.
 */
export function useLetterheadGaps(): readonly Needed[] | undefined {
  const canConfigure = useAllowed('agency.configure');
  const { data, error } = useGatewayQuery(ASKED, { skip: !canConfigure });
  if (!canConfigure || error) return [];
  const settings = data?.agencySettings;
  return settings && NEEDED.filter((field) => !settings[field]);
}

export const LetterheadNotice = ({ missing }: { missing: readonly Needed[] }) => (
  <Callout intent={Intent.WARNING} icon={null} className="dashboard-notice">
    Your letterhead is incomplete. Not set: {missing.map((one) => AGENCY_LABELS[one]).join(', ')}.{' '}
    <Link to="/settings/agency">Complete the letterhead</Link>
  </Callout>
);
