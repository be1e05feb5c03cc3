import { Callout, Intent } from '@blueprintjs/core';
import { AGENCY_LABELS } from '@insuremanager/contracts/agency/agencyFields';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { LetterheadGapsDocument } from '../../data/operations.generated';
import { useAllowed } from '../../ui/allowed';
import { LETTERHEAD_NEEDS } from './letterheadNeeds';
import './LetterheadNotice.css';

const ASKED = operation(LetterheadGapsDocument, {});

/** Tells who can set it what the letterhead of quotations and emails still lacks. */
export function LetterheadNotice() {
  const canConfigure = useAllowed('agency.configure');
  const { data } = useGatewayQuery(ASKED, { skip: !canConfigure });
  const settings = data?.agencySettings;
  const missing = settings ? LETTERHEAD_NEEDS.filter((field) => !settings[field]) : [];
  if (missing.length === 0) return null;
  return (
    <Callout intent={Intent.WARNING} icon={null} className="dashboard-notice">
      Your letterhead is incomplete. Not set: {missing.map((one) => AGENCY_LABELS[one]).join(', ')}.{' '}
      <Link to="/settings/agency">Complete the letterhead</Link>
    </Callout>
  );
}
