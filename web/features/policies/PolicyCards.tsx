import { Calendar, Document, Shield, Time } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicySort } from '@insuremanager/contracts/policies/policyViews';
import { operation } from '../../data/operation';
import { PolicyCardsDocument, type PolicyCardsQuery } from '../../data/operations.generated';
import { formatDecimal } from '../../records/policies/Premium';
import { formatCount } from '../../ui/format';
import { type SummaryCard, SummaryCards } from '../../ui/list/SummaryCards';
import { POLICY_LISTS, type PolicyCriteria } from './policyListDesign';

const CARDS: SummaryCard<PolicyCardsQuery, PolicySort, PolicyCriteria>[] = [
  {
    label: 'Total Policies',
    hint: 'All statuses',
    icon: Document,
    figure: ({ policyCards: { total } }) => formatCount(total),
  },
  {
    label: 'Active Policies',
    hint: 'In force now',
    icon: Shield,
    figure: ({ policyCards: { active } }) => formatCount(active),
    filter: { statuses: ['active'] },
  },
  {
    label: 'Total Premium',
    hint: 'Per year, of all policies',
    icon: Calendar,
    figure: ({ policyCards: { totalPremium } }) => formatDecimal(totalPremium),
    sort: 'premium',
  },
  {
    label: 'Expiring Soon',
    hint: 'Within 30 days',
    icon: Time,
    figure: ({ policyCards: { expiringSoon } }) => formatCount(expiringSoon),
    filter: { expiringSoon: true },
    sort: 'ends',
  },
];

export const PolicyCards = ({ kind }: { kind: PolicyKind }) => (
  <SummaryCards
    design={POLICY_LISTS[kind]}
    cards={CARDS}
    figures={operation(PolicyCardsDocument, { kind })}
  />
);
