import {
  DOCUMENT_TYPES,
  type DocumentType,
  FILE_KINDS,
  type FileKind,
} from '@insuremanager/contracts/documents/documentKinds';
import {
  DOCUMENT_SORTS,
  type DocumentSort,
} from '@insuremanager/contracts/documents/documentViews';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { DocumentFilter } from '../../data/operations.generated';
import { dayIn, idIn, someIn } from '../../ui/list/addressValues';
import { type Sorting, type SortRules, sortingIn } from '../../ui/list/sorting';

/** What Advanced Search narrows by. */
export interface Narrowing {
  types: DocumentType[];
  fileKinds: FileKind[];
  holderId: number | null;
  policyType: PolicyKind | null;
  uploadedFrom: Day | null;
  uploadedTo: Day | null;
}

/** What the list shows, as its address remembers it. */
export interface DocumentListView extends Narrowing, Sorting<DocumentSort> {
  search: string;
}

export const NO_NARROWING: Narrowing = {
  types: [],
  fileKinds: [],
  holderId: null,
  policyType: null,
  uploadedFrom: null,
  uploadedTo: null,
};

export const DOCUMENT_SORT_RULES: SortRules<DocumentSort> = {
  all: DOCUMENT_SORTS,
  usual: 'uploaded',
  downwards: ['uploaded', 'size'],
};

/** What cannot be understood in an address is as if it were not there. */
export const listViewIn = (params: URLSearchParams): DocumentListView => ({
  search: params.get('q') ?? '',
  types: someIn(params, 'type', DOCUMENT_TYPES),
  fileKinds: someIn(params, 'kind', FILE_KINDS),
  holderId: idIn(params, 'holder'),
  policyType: POLICY_KINDS.find((kind) => kind === params.get('insurance')) ?? null,
  uploadedFrom: dayIn(params, 'from'),
  uploadedTo: dayIn(params, 'to'),
  ...sortingIn(params, DOCUMENT_SORT_RULES),
});

export const addressOfNarrowing = (narrowing: Narrowing): Record<string, string | null> => ({
  type: narrowing.types.join(',') || null,
  kind: narrowing.fileKinds.join(',') || null,
  holder: narrowing.holderId === null ? null : String(narrowing.holderId),
  insurance: narrowing.policyType,
  from: narrowing.uploadedFrom,
  to: narrowing.uploadedTo,
});

/** What the gateway is asked for. Only what narrows is named, so that equal lists are one list. */
export function filterOf(view: DocumentListView): DocumentFilter {
  const search = view.search.trim();
  return {
    ...(search && { search }),
    ...(view.types.length > 0 && { documentTypes: view.types }),
    ...(view.fileKinds.length > 0 && { fileKinds: view.fileKinds }),
    ...(view.holderId !== null && { customerId: view.holderId }),
    ...(view.policyType && { policyType: view.policyType }),
    ...(view.uploadedFrom && { uploadedFrom: view.uploadedFrom }),
    ...(view.uploadedTo && { uploadedTo: view.uploadedTo }),
  };
}

export const isNarrowed = (view: DocumentListView): boolean =>
  Object.keys(filterOf(view)).length > 0;
