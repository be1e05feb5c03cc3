import {
  Comparison,
  Cross,
  Document,
  Edit,
  Envelope,
  EyeOpen,
  Shield,
  Tick,
  Trash,
} from '@blueprintjs/icons';
import { ActionItems, type ActionLook } from '../../ui/list/ActionItems';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RowMenu } from '../../ui/list/RowMenu';
import type { Quotation } from './quotation';
import { actionsFor, type QuotationAction } from './quotationActions';

const ACTION_LOOKS: Readonly<Record<QuotationAction, ActionLook>> = {
  view: { text: 'View', icon: EyeOpen },
  pdf: { text: 'Open PDF', icon: Document },
  edit: { text: 'Edit', icon: Edit },
  accept: { text: 'Accept', icon: Tick },
  reject: { text: 'Reject', icon: Cross },
  convert: { text: 'Convert to policy', icon: Shield },
  email: { text: 'Email', icon: Envelope },
  compare: { text: 'Compare…', icon: Comparison },
  delete: { text: 'Delete', icon: Trash },
};

interface QuotationRowMenuProps {
  menu: OpenMenu<Quotation> | null;
  onClose: () => void;
  onAction: (action: QuotationAction, quotation: Quotation) => void;
}

/** What can be done with a quotation, as it stands. */
export const QuotationRowMenu = ({ menu, onClose, onAction }: QuotationRowMenuProps) => (
  <RowMenu menu={menu} onClose={onClose} nameOf={({ quotationNumber }) => quotationNumber}>
    {(quotation) => <QuotationActions quotation={quotation} onAction={onAction} />}
  </RowMenu>
);

interface QuotationActionsProps extends Pick<QuotationRowMenuProps, 'onAction'> {
  quotation: Quotation;
  without?: readonly QuotationAction[];
}

/** The same as items of any menu. */
export const QuotationActions = ({ quotation, without = [], onAction }: QuotationActionsProps) => (
  <ActionItems
    actions={actionsFor(quotation).filter((action) => !without.includes(action))}
    looks={ACTION_LOOKS}
    links={{ pdf: quotation.pdfPath }}
    onAction={(action) => onAction(action, quotation)}
  />
);
