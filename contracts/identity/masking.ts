import type { CustomerSummary, CustomerView } from '../customers/customerViews.js';
import type { RecentCustomer } from '../dashboard/dashboardViews.js';
import { ERASED, type FieldChange } from '../history.js';
import type { Notification } from '../notifications/notificationViews.js';
import type { PolicyView, UpcomingRenewal } from '../policies/policyViews.js';
import type { QuotationView } from '../quotations/quotationViews.js';
import { HIDDEN, maskedName, maskedPan } from '../rules/masks.js';
import { isAllowed, type Permission, type Role } from './permissions.js';

/** The views in which there is something that not every role sees, under their names in GraphQL. */
interface MaskedViews {
  Customer: CustomerView;
  PolicyCustomer: CustomerSummary;
  Policy: PolicyView;
  Quotation: QuotationView;
  RecentCustomer: RecentCustomer;
  UpcomingRenewal: UpcomingRenewal;
  Notification: Notification;
  FieldChange: FieldChange;
}
export type MaskedView = keyof MaskedViews;

/**
 * How a value is masked: a name by its `initials`; a text `hidden`, so that only that there is one
 * is seen; a day or a number `absent`; the number in a `pan`; a change as the field that changed.
 */
export type Mask = 'initials' | 'hidden' | 'absent' | 'pan' | 'as-its-field';

type MaskedFields = {
  readonly [View in MaskedView]?: Partial<Record<keyof MaskedViews[View], Mask>>;
};

/**
 * What of which view whoever lacks a permission sees masked, and how: the one table, by which the
 * gateway masks all answers. An Aadhaar number is not in it: it is masked for everybody.
 */
export const MASKED_FIELDS = {
  'people.read': {
    Customer: {
      name: 'initials',
      phone: 'hidden',
      email: 'hidden',
      aadhaarNumber: 'hidden',
      dateOfBirth: 'absent',
      occupation: 'hidden',
      address: 'hidden',
      pincode: 'hidden',
      kycDocumentId: 'absent',
    },
    PolicyCustomer: { name: 'initials', phone: 'hidden' },
    Policy: { vehicleNumber: 'hidden', engineNumber: 'hidden', chassisNumber: 'hidden' },
    Quotation: { vehicleNumber: 'hidden', notes: 'hidden' },
    RecentCustomer: { name: 'initials', phone: 'hidden' },
    UpcomingRenewal: { customerName: 'initials' },
    Notification: { customerName: 'initials' },
  },
  'identityNumbers.read': {
    Customer: { panNumber: 'pan' },
    FieldChange: { before: 'as-its-field', after: 'as-its-field' },
  },
} as const satisfies Partial<Record<Permission, MaskedFields>>;

export type MaskingPermission = keyof typeof MASKED_FIELDS;
export const MASKING_PERMISSIONS = Object.keys(MASKED_FIELDS) as MaskingPermission[];

const fieldsOf = (permission: MaskingPermission, view: string): Readonly<Record<string, Mask>> =>
  (MASKED_FIELDS[permission] as Readonly<Record<string, Record<string, Mask>>>)[view] ?? {};

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
  mask: Mask,
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
