import { idIn } from '../ui/list/addressValues';

/**
 * What opens beside its list, at an address of its own: the screen, and the parameter of its
 * address that names the open record.
 */
export const RECORD_PLACES = {
  customer: { path: '/customers', parameter: 'customer' },
  health: { path: '/health-insurance', parameter: 'policy' },
  vehicle: { path: '/vehicle-insurance', parameter: 'policy' },
  document: { path: '/documents', parameter: 'document' },
  quotation: { path: '/quotations', parameter: 'quotation' },
} as const;
export type RecordKind = keyof typeof RECORD_PLACES;
export const hasPlace = (kind: string): kind is RecordKind => Object.hasOwn(RECORD_PLACES, kind);

export interface RecordKey {
  kind: RecordKind;
  id: number;
}

const KINDS = Object.keys(RECORD_PLACES) as RecordKind[];

export const addressOfRecord = ({ kind, id }: RecordKey): string => {
  const { path, parameter } = RECORD_PLACES[kind];
  return `${path}?${parameter}=${id}`;
};

/** The record that an address opens; null when it opens none. */
export function recordAt(location: { pathname: string; search: string }): RecordKey | null {
  const kind = KINDS.find((one) => RECORD_PLACES[one].path === location.pathname);
  const id = kind
    ? idIn(new URLSearchParams(location.search), RECORD_PLACES[kind].parameter)
    : null;
  return kind && id !== null ? { kind, id } : null;
}

/** Of a record opened from another screen: closing it goes back there. */
export const OPENED_HERE = { openedHere: true } as const;
