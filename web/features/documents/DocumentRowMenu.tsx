import { Intent, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Download, EyeOpen, Share, Trash } from '@blueprintjs/icons';
import { type ListedDocument, newTabAddress } from '../../ui/documents/document';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RowMenu } from '../../ui/list/RowMenu';
import { DOCUMENT_LIST } from './documentListDesign';

export type DocumentAction = 'view' | 'delete';

interface DocumentRowMenuProps {
  menu: OpenMenu<ListedDocument> | null;
  onClose: () => void;
  onAction: (action: DocumentAction, document: ListedDocument) => void;
}

export const DocumentRowMenu = ({ menu, onClose, onAction }: DocumentRowMenuProps) => (
  <RowMenu menu={menu} onClose={onClose} nameOf={DOCUMENT_LIST.nameOf}>
    {(document) => (
      <>
        <MenuItem text="View" icon={<EyeOpen />} onClick={() => onAction('view', document)} />
        <MenuItem
          text="Open in new tab"
          icon={<Share />}
          href={newTabAddress(document)}
          target="_blank"
          rel="noopener"
        />
        <MenuItem text="Download" icon={<Download />} href={document.filePath} />
        <MenuDivider />
        <MenuItem
          text="Delete"
          icon={<Trash />}
          intent={Intent.DANGER}
          onClick={() => onAction('delete', document)}
        />
      </>
    )}
  </RowMenu>
);
