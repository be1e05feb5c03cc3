import { RECORDS, type RecordDeclaration } from '@insuremanager/contracts/records/records';
import { idIn } from '../ui/list/addressValues';

/** The screen where a record opens beside its list, and the parameter of its address that names it. */
const placeOf = (record: RecordDeclaration, path = `/${record.many}`) => ({
  ...{ record, path },
  parameter: record.one,
});

const {
  policy,
  reminder: _opensNowhereElse,
  // They stand in the tabs of one screen.
  commissionRate: _rate,
  commissionStatement: _statement,
  commissionShare: _share,
  ...called
} = RECORDS;
const places = Object.entries(called).map(([kind, record]) => [kind, placeOf(record)]);

/** Where each kind of record opens: where it is called so, but for the kinds of policies. */
export const RECORD_PLACES = {
  ...(Object.fromEntries(places) as Record<keyof typeof called, ReturnType<typeof placeOf>>),
  health: placeOf(policy, '/health-insurance'),
  vehicle: placeOf(policy, '/vehicle-insurance'),
};
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
