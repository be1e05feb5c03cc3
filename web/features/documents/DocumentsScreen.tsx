import { useApolloClient } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import { DocumentListDocument } from '../../data/operations.generated';
import { DropHint } from '../../ui/documents/DropHint';
import type { ListedDocument } from '../../ui/documents/document';
import { UploadDialog } from '../../ui/documents/UploadDialog';
import { useFileDrop } from '../../ui/documents/useFileDrop';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { SearchBox } from '../../ui/list/SearchBox';
import { useListScreen } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { DocumentAdvancedSearch } from './DocumentAdvancedSearch';
import { DocumentCards } from './DocumentCards';
import { DocumentDrawer } from './DocumentDrawer';
import { DocumentFilterTags } from './DocumentFilterTags';
import { type DocumentAction, DocumentRowMenu } from './DocumentRowMenu';
import * as listAddress from './documentListAddress';
import { DOCUMENT_LIST } from './documentListDesign';
import { useDeleteDocument } from './useDeleteDocument';

export default function DocumentsScreen() {
  const { params, open, close } = useAddress();
  const client = useApolloClient();
  const forget = useCallback(() => {
    client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'documentCards' });
  }, [client]);
  const { view, rows, menu, openId, openRecord, closeRecord, afterChange, afterDelete } =
    useListScreen({
      address: listAddress,
      document: DocumentListDocument,
      field: 'documents',
      historyField: 'documentHistory',
      fallback: 'Failed to fetch documents',
      drawer: 'document',
      forget,
    });
  const deleteDocument = useDeleteDocument(afterDelete);

  const [dropped, setDropped] = useState<readonly File[]>([]);
  const isUploading = params.get('upload') === '1';
  const upload = useCallback(
    (files: readonly File[] = []) => {
      setDropped(files);
      open({ upload: '1' });
    },
    [open],
  );
  const add = useCallback(() => upload(), [upload]);
  const isDropping = useFileDrop(upload, !isUploading && openId === null);
  const act = useCallback(
    (action: DocumentAction, document: ListedDocument) => {
      if (action === 'view') return openRecord(document);
      return void deleteDocument(document.id, document.fileName);
    },
    [openRecord, deleteDocument],
  );

  return (
    <ListScreen
      label="Documents"
      addLabel={DOCUMENT_LIST.addLabel}
      onAdd={add}
      filters={
        <>
          <SearchBox
            search={view.search}
            label="Search documents"
            placeholder="Search by file name or customer"
          />
          <DocumentAdvancedSearch view={view} />
        </>
      }
    >
      <DocumentCards />
      <DocumentFilterTags view={view} />
      <RecordList design={DOCUMENT_LIST} {...rows} onAdd={add} />
      <DocumentRowMenu {...menu} onAction={act} />
      <DocumentDrawer id={openId} onClose={closeRecord} onAction={act} />
      {isDropping && <DropHint text="Drop files to upload them" />}
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
