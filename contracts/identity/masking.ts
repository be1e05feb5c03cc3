import type { Fields } from '../fields/field.js';
import { ERASED, type FieldChange } from '../history.js';
import { ALL_DECLARED_RECORDS } from '../records/declaredRecords.js';
import { HIDDEN, type Mask, maskedName, maskedPan } from '../rules/masks.js';
import { isAllowed, type Permission, type Role } from './permissions.js';

/** `as-its-field`: a change, as the field that changed. */
type ViewMask = Mask | 'as-its-field';
type MaskedFields = Readonly<Record<string, Readonly<Record<string, ViewMask>>>>;

/** The fields that say of themselves how they are masked, by the permission that shows them whole. */
const masksIn = (fields: Fields, of: 'people.read' | 'identityNumbers.read') =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { mask }]) =>
      mask && (mask === 'pan') === (of === 'identityNumbers.read') ? [[name, mask] as const] : [],
    ),
  );

const masksInRecords = (of: 'people.read' | 'identityNumbers.read') =>
  Object.fromEntries(
    ALL_DECLARED_RECORDS.map(
      ({ typename, fields }) => [typename, masksIn(fields, of)] as const,
    ).filter(([, masks]) => Object.keys(masks).length > 0),
  );

const ofPeople = masksInRecords('people.read');

/**
 * What of which view, under its name in GraphQL, whoever lacks a permission sees masked, and how: the
 * one table, by which the gateway masks all answers. Records say it in their fields; what repeats a
 * field elsewhere stands here. An Aadhaar number is masked for everybody before.
 */
const MASKED_FIELDS = {
  'people.read': {
    ...ofPeople,
    Customer: { ...ofPeople.Customer, kycDocumentId: 'absent' },
    PolicyInstalment: { reference: 'hidden' },
    InsuredMember: { name: 'initials', dateOfBirth: 'absent' },
    Payment: { reference: 'hidden' },
    PolicyCustomer: { name: 'initials', phone: 'hidden' },
    RecentCustomer: { name: 'initials', phone: 'hidden' },
    UpcomingRenewal: { customerName: 'initials' },
    Notification: { customerName: 'initials' },
    RenewalContact: { text: 'hidden' },
    LeadTwin: { name: 'initials' },
    DuplicatePair: { firstName: 'initials', secondName: 'initials' },
    ComparedCustomer: { name: 'initials' },
    ComparedField: { first: 'as-its-field', second: 'as-its-field' },
  },
  'identityNumbers.read': {
    ...masksInRecords('identityNumbers.read'),
    FieldChange: { before: 'as-its-field', after: 'as-its-field' },
    PastField: { before: 'as-its-field', after: 'as-its-field' },
    ComparedField: { first: 'as-its-field', second: 'as-its-field' },
  },
} as const satisfies Partial<Record<Permission, MaskedFields>>;

export type MaskingPermission = keyof typeof MASKED_FIELDS;
export const MASKING_PERMISSIONS = Object.keys(MASKED_FIELDS) as MaskingPermission[];

const fieldsOf = (
  permission: MaskingPermission,
  view: string,
): Readonly<Record<string, ViewMask>> => (MASKED_FIELDS[permission] as MaskedFields)[view] ?? {};

/** Every field of a view that some role sees masked. */
export const maskedFieldsOf = (view: string): string[] =>
  MASKING_PERMISSIONS.flatMap((permission) => Object.keys(fieldsOf(permission, view)));

/** Every view in which some role sees something masked. */
export const maskedViews = (): string[] => [
  ...new Set(MASKING_PERMISSIONS.flatMap((permission) => Object.keys(MASKED_FIELDS[permission]))),
];

type MaskFields = ReadonlyMap<string, (value: string, record: object) => string | null>;

/** How a role sees the fields of a view that it sees masked. */
const masksFor = (role: Role, view: string): MaskFields =>
  new Map(
    MASKING_PERMISSIONS.filter((permission) => !isAllowed(role, permission)).flatMap((permission) =>
      Object.entries(fieldsOf(permission, view)).map(
        ([field, mask]) =>
          [
            field,
            (value: string, record: object) => maskedBy(mask, value, record, permission),
          ] as const,
      ),
    ),
  );

function maskedBy(
  mask: ViewMask,
  value: string,
  record: object,
  permission: MaskingPermission,
): string | null {
  switch (mask) {
    case 'initials':
      return maskedName(value);
    case 'hidden':
      return HIDDEN;
    case 'absent':
      return null;
    case 'pan':
      return maskedPan(value);
    case 'as-its-field': {
      // The history of every kind of record has the same shape: only its field says what changed.
      const { field } = record as FieldChange;
      const own = fieldsOf(permission, 'Customer')[field];
      return own && value !== ERASED ? maskedBy(own, value, record, permission) : value;
    }
  }
}

/** Made once per role and view. */
const made = new Map<string, MaskFields>();

const masks = (role: Role, view: string): MaskFields => {
  const key = `${role} ${view}`;
  const existing = made.get(key) ?? masksFor(role, view);
  made.set(key, existing);
  return existing;
};

/** A value of a view's field as a role sees it; what is not there stays so. */
export const maskedValue = (
  role: Role,
  view: string,
  field: string,
  value: unknown,
  record: object,
): unknown => {
  if (value === null || value === undefined) return value;
  const mask = masks(role, view).get(field);
  return mask ? mask(String(value), record) : value;
};

/** A record of a view as a role sees it. */
export function maskedRecord<Record extends object>(
  role: Role,
  view: string,
  record: Record,
): Record {
  const fields = masks(role, view);
  if (fields.size === 0) return record;
  const entries = Object.entries(record).map(([field, value]) => [
    field,
    maskedValue(role, view, field, value, record),
  ]);
  return Object.fromEntries(entries) as Record;
}

/** Whether some role that has a permission sees some things masked. */
export const isMaskedForSome = (roles: readonly Role[]): boolean =>
  roles.some((role) => MASKING_PERMISSIONS.some((permission) => !isAllowed(role, permission)));
