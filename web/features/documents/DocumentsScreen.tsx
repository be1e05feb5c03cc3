import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo, useState } from 'react';
import { DocumentListDocument } from '../../data/operations.generated';
import { useRecordPages } from '../../data/useRecordPages';
import { DropHint } from '../../ui/documents/DropHint';
import type { ListedDocument } from '../../ui/documents/document';
import { UploadDialog } from '../../ui/documents/UploadDialog';
import { useFileDrop } from '../../ui/documents/useFileDrop';
import { idIn } from '../../ui/list/addressValues';
import { ListScreen } from '../../ui/list/ListScreen';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RecordList } from '../../ui/list/RecordList';
import { SearchBox } from '../../ui/list/SearchBox';
import { useAddress } from '../../ui/useAddress';
import { DocumentAdvancedSearch } from './DocumentAdvancedSearch';
import { DocumentCards } from './DocumentCards';
import { DocumentDrawer } from './DocumentDrawer';
import { DocumentFilterTags } from './DocumentFilterTags';
import { type DocumentAction, DocumentRowMenu } from './DocumentRowMenu';
import { filterOf, isNarrowed, listViewIn } from './documentListAddress';
import { DOCUMENT_LIST } from './documentListDesign';
import { useDeleteDocument } from './useDeleteDocument';

export default function DocumentsScreen() {
  const { params, open, close } = useAddress();
  const view = useMemo(() => listViewIn(params), [params]);
  const [firstRow] = useState(() => idIn(params, 'row') ?? 0);
  const asked = useMemo(
    () => ({ filter: filterOf(view), sort: view.sort, direction: view.direction }),
    [view],
  );
  const pages = useRecordPages({
    document: DocumentListDocument,
    field: 'documents',
    historyField: 'documentHistory',
    variables: asked,
    rowsWanted: firstRow,
    fallback: 'Failed to fetch documents',
  });
  const [menu, setMenu] = useState<OpenMenu<ListedDocument> | null>(null);

  const client = useApolloClient();
  const { reload } = pages;
  const afterChange = useCallback(
    (id?: number) => {
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'documentCards' });
      return reload(id);
    },
    [client, reload],
  );
  const drawerId = idIn(params, 'document');
  const afterDelete = useCallback(
    (id: number) => {
      if (drawerId === id) close('document', 'tab');
      return afterChange(id);
    },
    [drawerId, close, afterChange],
  );
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
  const isDropping = useFileDrop(upload, !isUploading && drawerId === null);
  const act = useCallback(
    (action: DocumentAction, document: ListedDocument) => {
      if (action === 'view') return open({ document: String(document.id), tab: null });
      return void deleteDocument(document.id, document.fileName);
    },
    [open, deleteDocument],
  );
  const openRow = useCallback((document: ListedDocument) => act('view', document), [act]);

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
      <RecordList
        design={DOCUMENT_LIST}
        pages={pages}
        filter={asked.filter}
        sorting={view}
        isNarrowed={isNarrowed(view)}
        firstRow={firstRow}
        onOpen={openRow}
        onMenu={setMenu}
        onAdd={add}
      />
      <DocumentRowMenu menu={menu} onClose={() => setMenu(null)} onAction={act} />
      <DocumentDrawer id={drawerId} onClose={() => close('document', 'tab')} onAction={act} />
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
