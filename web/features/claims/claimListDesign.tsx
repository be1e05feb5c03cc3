import { Clipboard } from '@blueprintjs/icons';
import { claimList } from '@insuremanager/contracts/claims/claimViews';
import type { SortIn } from '@insuremanager/contracts/fields/list';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { ClaimListDocument } from '../../data/operations.generated';
import { ClaimBadges, claimBadges } from '../../records/claims/ClaimBadges';
import { CUSTOMER_COLUMN, PHONE_COLUMN } from '../../records/customers/CustomerLink';
import { formatDecimal } from '../../records/policies/Premium';
import { labelOf } from '../../ui/labels';
import { ADDED, columnsOf, QUIET, QUIET_FIGURE } from '../../ui/list/columns';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { CLAIM, type Claim } from './claim';
import './claims.css';

type ClaimSort = SortIn<typeof claimList>;
type ClaimColumn = Column<Claim, ClaimSort>;
const column = columnsOf<Claim, ClaimSort>();

const policyOf = ({ policy }: Claim): string => policy?.policyNumber ?? 'Deleted policy';

const number: ClaimColumn = {
  key: 'number',
  label: 'Claim',
  sort: 'number',
  room: { whole: ({ claimNumber }) => claimNumber, cut: policyOf, least: 140 },
  height: 40,
  className: 'record-number tabular',
  title: (claim) => `${claim.claimNumber} ${policyOf(claim)}`,
  render: (claim) => (
    <span className="two-lines">
      <span className="whole">{claim.claimNumber}</span>
      <span className="muted ellipsis" dir="auto">
        {policyOf(claim)}
      </span>
    </span>
  ),
};
const kind = column.text('kind', 'Kind', ({ kind: of }) => labelOf(of));
const loss = column.whole('loss', 'Loss', ({ lossDate }) => formatDay(lossDate), {
  ...QUIET,
  sort: 'loss',
});
const claimed = column.whole(
  'claimed',
  'Claimed',
  ({ amountClaimed }) => formatDecimal(amountClaimed),
  { sort: 'claimed', align: 'end', className: 'record-amount' },
);
const amount = (decimal: string): string | null =>
  Number(decimal) === 0 ? null : formatDecimal(decimal);
const settled = column.whole(
  'settled',
  'Settled',
  ({ amountSettled }) => amount(amountSettled),
  QUIET_FIGURE,
);
const approved = column.whole(
  'approved',
  'Approved',
  ({ amountApproved }) => amount(amountApproved),
  QUIET_FIGURE,
);
const stage: ClaimColumn = {
  key: 'stage',
  label: 'Stage',
  room: { badges: claimBadges },
  render: (claim) => <ClaimBadges claim={claim} />,
};
const missing = column.whole(
  'missing',
  'Missing',
  ({ missingDocuments }) => (missingDocuments === 0 ? null : String(missingDocuments)),
  QUIET_FIGURE,
);
const due = column.whole('due', 'Insurer by', ({ dueOn }) => dueOn && formatDay(dueOn), {
  ...QUIET,
  sort: 'due',
});
const insurer = column.text('insurer', 'Insurer', ({ policy }) => policy?.insuranceCompany ?? null);
const provider = column.text('provider', 'Hospital or garage', (claim) => claim.provider);
const reported = column.whole(
  'reported',
  'Intimated',
  ({ intimatedOn }) => formatDay(intimatedOn),
  QUIET,
);

export type ClaimCriteria = typeof claimList.criteria;

export const CLAIM_LIST: ListDesign<Claim, ClaimSort, ClaimCriteria> = {
  type: CLAIM,
  label: 'Claims',
  names: CLAIM,
  className: 'claim-table',
  columns: [number, CUSTOMER_COLUMN, kind, loss, claimed, settled, stage, missing, due],
  furtherColumns: [insurer, provider, approved, reported, PHONE_COLUMN, ADDED],
  list: claimList,
  document: ClaimListDocument,
  views: 'claims',
  rowHeights: { wide: 56, medium: 64 },
  stacks: [
    ['number'],
    ['customer', 'kind'],
    ['loss', 'due'],
    ['claimed', 'settled'],
    ['stage'],
    ['missing'],
  ],
  beside: [['number'], ['customer', 'stage']],
  card: [['number'], ['customer', 'claimed'], ['kind', 'loss'], ['stage', 'due']],
  icon: <Clipboard size={20} />,
  exported: 'claims',
  addLabel: 'Add Claim',
};
