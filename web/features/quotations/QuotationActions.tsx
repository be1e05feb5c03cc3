import {
  Comparison,
  Cross,
  Document,
  Envelope,
  Link as LinkIcon,
  Shield,
  Tick,
} from '@blueprintjs/icons';
import { type ActionDesign, ActionItems } from '../../ui/list/RowMenu';
import { QUOTATION, type Quotation } from './quotation';
import { actionsFor, QUOTATION_NEEDS, type QuotationAction } from './quotationActions';

const LOOKS: ActionDesign<QuotationAction>['looks'] = {
  pdf: { text: 'Open PDF', icon: Document },
  accept: { text: 'Accept', icon: Tick },
  reject: { text: 'Reject', icon: Cross },
  convert: { text: 'Convert to policy', icon: Shield },
  email: { text: 'Email', icon: Envelope },
  link: { text: 'Copy link to accept', icon: LinkIcon },
  compare: { text: 'Compare…', icon: Comparison },
};

interface QuotationActionsProps {
  quotation: Quotation;
  without?: readonly QuotationAction[];
  onAction: (action: QuotationAction, quotation: Quotation) => void;
}

/** What can be done with a quotation, as it stands; items of a menu. */
export const QuotationActions = ({ quotation, without, onAction }: QuotationActionsProps) => (
  <ActionItems
    actions={actionsFor(quotation)}
    without={without}
    type={QUOTATION}
    needs={QUOTATION_NEEDS}
    looks={LOOKS}
    links={{ pdf: { href: quotation.pdfPath, target: '_blank' } }}
    onAction={(action) => onAction(action, quotation)}
  />
);
