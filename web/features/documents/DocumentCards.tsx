import { Document, DocumentShare, IdNumber, Shield } from '@blueprintjs/icons';
import type { DocumentSort } from '@insuremanager/contracts/documents/documentViews';
import { operation } from '../../data/operation';
import { DocumentCardsDocument, type DocumentCardsQuery } from '../../data/operations.generated';
import { formatCount } from '../../ui/format';
import { type SummaryCard, SummaryCards } from '../../ui/list/SummaryCards';
import { DOCUMENT_LIST, type DocumentCriteria } from './documentListDesign';

const CARDS: SummaryCard<DocumentCardsQuery, DocumentSort, DocumentCriteria>[] = [
  {
    label: 'Total Documents',
    hint: 'All types',
    icon: Document,
    figure: ({ documentCards: { total } }) => formatCount(total),
  },
  {
    label: 'KYC Documents',
    hint: 'Proof of identity and address',
    icon: IdNumber,
    figure: ({ documentCards: { kyc } }) => formatCount(kyc),
    filter: { documentTypes: ['kyc'] },
  },
  {
    label: 'Policy Documents',
    hint: 'Schedules and endorsements',
    icon: Shield,
    figure: ({ documentCards: { policy } }) => formatCount(policy),
    filter: { documentTypes: ['policy_document'] },
  },
  {
    label: 'Claim Documents',
    hint: 'Claim forms and bills',
    icon: DocumentShare,
    figure: ({ documentCards: { claim } }) => formatCount(claim),
    filter: { documentTypes: ['claim_document'] },
  },
];

export const DocumentCards = () => (
  <SummaryCards
    design={DOCUMENT_LIST}
    cards={CARDS}
    figures={operation(DocumentCardsDocument, {})}
  />
);
