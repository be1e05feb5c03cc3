import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { formatField } from '@insuremanager/contracts/fields/fields';
import { maskedValue } from '@insuremanager/contracts/identity/masking';
import { isAllowed, type Role } from '@insuremanager/contracts/identity/permissions';
import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import { HIDDEN } from '@insuremanager/contracts/rules/masks';

/** Of which view a personal field of an event is, by which it is masked: of the first that has it. */
const VIEWS: ReadonlyMap<string, string> = new Map(
  ALL_DECLARED_RECORDS.toReversed().flatMap(({ typename, fields }) =>
    Object.keys(fields).map((name) => [name, typename] as const),
  ),
);

/** Personal, of no field of a record, and told by its history to everybody who reads that. */
const TOLD: ReadonlySet<string> = new Set([
  ...['reason', 'note', 'to', 'message', 'fileName', 'relation'],
]);

/** By which a payment is known to a bank: as the instalments of a policy show it. */
const OF_PAYMENTS: ReadonlyMap<string, string> = new Map([['reference', 'PolicyInstalment']]);

/** What a legal hold is for, and why it was lifted: for the privacy desk alone. */
const OF_PRIVACY_DESK: ReadonlySet<string> = new Set(['matter', 'liftReason']);

/**
 * What an event says, as a role sees it: of its personal part no more than the masked record and its
 * history show. What is not known here, such as the key of a file's content, is hidden from everybody.
 */
export function maskedEventData(role: Role, data: object): object {
  const { personal, ...plain } = data as { personal?: object | null };
  if (!personal) return data;
  return { ...plain, personal: maskedPart(role, personal) };
}

const maskedPart = (role: Role, part: object): object =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, maskedField(role, name, value, part)]),
  );

function maskedField(role: Role, name: string, value: unknown, part: object): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => maskedField(role, name, one, part));
  // What an endorsement changed, before and after; a person whom a policy covers.
  if (typeof value === 'object') return maskedPart(role, value);
  if (OF_PRIVACY_DESK.has(name)) return isAllowed(role, 'privacy.manage') ? value : HIDDEN;
  const view = VIEWS.get(name) ?? OF_PAYMENTS.get(name);
  if (!view) return TOLD.has(name) ? value : HIDDEN;
  const shown = name === 'aadhaarNumber' ? formatField(customerFields.aadhaarNumber, value) : value;
  return maskedValue(role, view, name, shown, part);
}
