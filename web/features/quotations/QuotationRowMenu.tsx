import { Intent, MenuDivider, MenuItem } from '@blueprintjs/core';
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
import { type ComponentType, Fragment } from 'react';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RowMenu } from '../../ui/list/RowMenu';
import type { Quotation } from './quotation';
import { actionsFor, type QuotationAction } from './quotationActions';

interface ActionLook {
  text: string;
  icon: ComponentType;
}

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
    {(quotation) => <ActionItems quotation={quotation} onAction={onAction} />}
  </RowMenu>
);

interface ActionItemsProps extends Pick<QuotationRowMenuProps, 'onAction'> {
  quotation: Quotation;
  without?: readonly QuotationAction[];
}

export const ActionItems = ({ quotation, without = [], onAction }: ActionItemsProps) =>
  actionsFor(quotation)
    .filter((action) => !without.includes(action))
    .map((action, index) => {
      const { text, icon: Icon } = ACTION_LOOKS[action];
      const isDelete = action === 'delete';
      const target = action === 'pdf' ? { href: quotation.pdfPath, target: '_blank' } : {};
      return (
        <Fragment key={action}>
          {isDelete && index > 0 && <MenuDivider />}
          <MenuItem
            text={text}
            icon={<Icon />}
            intent={isDelete ? Intent.DANGER : Intent.NONE}
            {...target}
            onClick={() => onAction(action, quotation)}
          />
        </Fragment>
      );
    });
