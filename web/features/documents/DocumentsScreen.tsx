import { Download, Share } from '@blueprintjs/icons';
import { useState } from 'react';
import { CustomerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { DropHint } from '../../records/documents/DropHint';
import { type ListedDocument, newTabAddress } from '../../records/documents/document';
import { useFileDrop } from '../../records/documents/useFileDrop';
import { useAllowed } from '../../ui/allowed';
import { lazyDialog, lazyDrawer } from '../../ui/lazyDialog';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { Choice, Choices, DayBound } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { type ActionDesign, ActionItems, RowMenu } from '../../ui/list/RowMenu';
import { beginList, useListScreen } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { DocumentCards } from './DocumentCards';
import { DOCUMENT, type DocumentAction } from './document';
import { DOCUMENT_LIST, type DocumentCriteria } from './documentListDesign';

const DocumentDrawer = lazyDrawer(() => import('./DocumentDrawer'));
const UploadDialog = lazyDialog(async () => ({
  default: (await import('../../records/documents/UploadDialog')).UploadDialog,
}));

export const begin = beginList(DOCUMENT_LIST);

const ACTIONS: readonly DocumentAction[] = ['view', 'newTab', 'download', 'delete'];
const LOOKS: ActionDesign<DocumentAction>['looks'] = {
  newTab: { text: 'Open in new tab', icon: Share },
  download: { text: 'Download', icon: Download },
};

const advancedSearch = (form: FilterForm<DocumentCriteria>) => (
  <>
    <Choices {...form.of('documentTypes')} label="Document type" />
    <Choices {...form.of('fileKinds')} label="File type" />
    <CustomerCriterion {...form.of('customerId')} />
    <Choice {...form.of('policyType')} any="Any" />
    <div className="advanced-search-pair">
      <DayBound {...form.of('uploadedFrom')} />
      <DayBound {...form.of('uploadedTo')} />
    </div>
  </>
);

export default function DocumentsScreen() {
  const { params, open, close } = useAddress();
  const { filter, actions, afterChange, screen, list, menu, drawer } = useListScreen(DOCUMENT_LIST);
  const customer = useCustomer(filter.customerId ?? null);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const canUpload = useAllowed('documents.write');
  const isUploading = canUpload && params.get('upload') === '1';
  const upload = (files: readonly File[]) => {
    setDropped(files);
    open({ upload: '1' });
  };
  const add = () => upload([]);
  const isDropping = useFileDrop(upload, canUpload && !isUploading && drawer.id === null);
  const act = (action: DocumentAction, document: ListedDocument) => {
    if (action === 'view' || action === 'delete') void actions[action](document);
  };

  return (
    <ListScreen
      {...screen}
      {...(canUpload && { onAdd: add })}
      searchHint="Search by file name or customer"
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name }}
      above={<DocumentCards />}
    >
      <RecordList {...list} {...(canUpload && { onAdd: add })} />
      <RowMenu {...menu}>
        {(document) => (
          <ActionItems
            actions={ACTIONS}
            type={DOCUMENT}
            looks={LOOKS}
            links={{
              newTab: { href: newTabAddress(document), target: '_blank', rel: 'noopener' },
              download: { href: document.filePath },
            }}
            onAction={(action) => act(action, document)}
          />
        )}
      </RowMenu>
      <DocumentDrawer {...drawer} onAction={act} />
      {isDropping && <DropHint text="Drop files to upload" />}
      {isUploading && (
        <UploadDialog
          dropped={dropped}
          onStored={() => void afterChange()}
          onClose={() => {
            setDropped([]);
            close('upload');
          }}
        />
      )}
    </ListScreen>
  );
}
