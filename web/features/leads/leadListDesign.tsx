import { Inbox } from '@blueprintjs/icons';
import type { SortIn } from '@insuremanager/contracts/fields/list';
import { leadList } from '@insuremanager/contracts/leads/leadViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { LeadListDocument } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';
import { ADDED, columnsOf, QUIET } from '../../ui/list/columns';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { StatusBadge } from '../../ui/StatusBadge';
import { LEAD, type Lead } from './lead';

type LeadSort = SortIn<typeof leadList>;
const column = columnsOf<Lead, LeadSort>();

const name = column.text('name', 'Name', (lead) => lead.name, { least: 140, sort: 'name' });
const phone = column.whole('phone', 'Phone', (lead) => lead.phone && formatPhone(lead.phone), {
  className: 'tabular',
});
const email = column.text('email', 'Email', (lead) => lead.email);
const interest = column.text('interest', 'Interest', (lead) => labelOf(lead.interest));
const source = column.text('source', 'Source', (lead) => labelOf(lead.source));
const nextStep = column.text('nextStep', 'Next step', (lead) => lead.nextStep, { least: 120 });
const nextStepOn = column.whole(
  'nextStepOn',
  'Next step on',
  (lead) => lead.nextStepOn && formatDay(lead.nextStepOn),
  { ...QUIET, sort: 'due' },
);
const reason = column.text(
  'lossReason',
  'Lost because of',
  (lead) => lead.lossReason && labelOf(lead.lossReason),
);
const status: Column<Lead, LeadSort> = {
  key: 'status',
  label: 'Status',
  room: { badges: (lead) => [labelOf(lead.status)] },
  render: (lead) => <StatusBadge status={lead.status} />,
};

export type LeadCriteria = typeof leadList.criteria;

export const LEAD_LIST: ListDesign<Lead, LeadSort, LeadCriteria> = {
  type: LEAD,
  label: 'Leads',
  names: LEAD,
  className: 'lead-table',
  columns: [name, phone, interest, nextStepOn, status, ADDED],
  furtherColumns: [email, source, nextStep, reason],
  list: leadList,
  document: LeadListDocument,
  views: 'leads',
  rowHeights: { wide: 44, medium: 64 },
  stacks: [['name', 'phone'], ['interest', 'nextStepOn'], ['status'], ['added']],
  beside: [
    ['name', 'phone'],
    ['status', 'nextStepOn'],
  ],
  card: [
    ['name', 'status'],
    ['phone', 'interest'],
    ['nextStepOn', 'added'],
  ],
  icon: <Inbox size={20} />,
  exported: 'leads',
  addLabel: 'Add Lead',
};
