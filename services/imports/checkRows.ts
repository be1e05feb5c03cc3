import { CLAIM_KINDS_OF } from '@insuremanager/contracts/claims/claimKinds';
import type { SheetKind } from '@insuremanager/contracts/imports/importTargets';
import type {
  ImportCellProblem,
  ImportedRecord,
  ImportFieldChange,
} from '@insuremanager/contracts/imports/importViews';
import type { LeadInput } from '@insuremanager/contracts/leads/leadViews';
import { policyIdOf } from '@insuremanager/contracts/policies/policyEvents';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { SameFile } from '../documents/index.js';
import { Refusal } from '../platform/errors.js';
import { changesOf } from './changes.js';
import type { ClaimRow } from './claimRows.js';
import type { Existing, KnownCustomer } from './existing.js';
import type { RowPlan } from './importTables.js';
import {
  type DocumentRow,
  problemOf,
  problemsOfRefusal,
  type Reading,
  type ReadRow,
} from './readRow.js';
import type { RowKey } from './rowKeys.js';

/** An earlier row of the import, by what it is known by. */
export interface EarlierRow {
  readonly sheet: number;
  readonly row: number;
  /** The record that it belongs to already. */
  readonly recordId: number | null;
  readonly name: string;
  /** It looks like another one, and is not written: whoever it names is known by that one. */
  readonly isDuplicate: boolean;
}

/** What is known beside a row: earlier rows of the import, and records that exist. */
export interface Surroundings {
  readonly existing: Existing;
  /** The first row that has this. */
  earlier(key: RowKey): EarlierRow | null;
  /** How many earlier rows have this that are somebody of their own. */
  holders(key: RowKey): number;
  /** The record that an earlier import made of what is known by this. */
  known(key: RowKey): number | null;
  /** Raises what the command of a new record would refuse of what it says. */
  tryOut(record: NonNullable<ReadRow['record']>): void;
}

/** What a row would do. */
export interface Verdict {
  readonly plan: RowPlan;
  readonly problems: readonly ImportCellProblem[];
  readonly changes: readonly ImportFieldChange[];
  readonly recordKind: ImportedRecord | null;
  readonly recordId: number | null;
  readonly label: string;
  readonly customerId: number | null;
  /** Whose customer it is, or what it looks like, where that is a row of the import. */
  readonly of: Pick<EarlierRow, 'sheet' | 'row'> | null;
  /** The version of the record that was looked at. */
  readonly seen: number | null;
}

const NOTHING: Omit<Verdict, 'plan'> = {
  problems: [],
  changes: [],
  recordKind: null,
  recordId: null,
  label: '',
  customerId: null,
  of: null,
  seen: null,
};

const rejected = (...problems: readonly ImportCellProblem[]): Verdict => ({
  ...NOTHING,
  plan: 'problem',
  problems,
});

/** What a row would do, beside what there is. */
export function checkRow(
  row: ReadRow,
  parts: Parts & { readonly reading: Reading },
  around: Surroundings,
): Verdict {
  const { record, problems } = row;
  const { reading } = parts;
  if (!record) {
    const owner = isOfCustomer(reading.kind) ? findOwner(row, parts, around) : null;
    if (!owner || !('problem' in owner))
      return { ...rejected(...problems), customerId: owner?.customerId ?? null };
    return rejected(...problems, owner.problem);
  }
  try {
    around.tryOut(record);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    return rejected(...problemsOfRefusal(reading, error));
  }
  if (record.kind === 'customer') return checkCustomer(row, parts, around);
  if (record.kind === 'document') return checkDocument(row, record.input, parts, around);
  if (record.kind === 'claim') return checkClaim(record.input, parts, around);
  if (record.kind === 'lead') return checkLead(record.input, parts, around);
  const owner = findOwner(row, parts, around);
  if ('problem' in owner) return rejected(owner.problem);
  return record.kind === 'quotation'
    ? checkQuotation(owner, parts, around)
    : checkPolicy(row, owner, parts, around);
}

/** What a row would do by now that was checked before and is to be a new record of this owner. */
export function checkAgain(
  row: ReadRow,
  owner: KnownOwner & { readonly policyId: number | null },
  parts: Parts,
  around: Surroundings,
): Verdict {
  switch (row.record?.kind) {
    case 'customer':
      return checkCustomer(row, parts, around);
    case 'claim':
      return checkClaim(row.record.input, parts, around, owner.policyId);
    case 'lead':
      return checkLead(row.record.input, parts, around);
    case 'quotation':
      return checkQuotation(owner, parts, around);
    case 'document': {
      const { file } = row.record.input;
      const there = parts.isTaken ? undefined : sameDocument(file, owner, around);
      return there ? isThere(there, file) : { ...NOTHING, plan: 'new' };
    }
    default:
      return checkPolicy(row, owner, parts, around);
  }
}

/** Of a claim the policy says whose it is. */
const NOBODYS: readonly SheetKind[] = ['customers', 'documents', 'claims', 'leads'];
const isOfCustomer = (kind: SheetKind): boolean => !NOBODYS.includes(kind);

interface Parts {
  readonly reading: Pick<Reading, 'columns'>;
  /** By what the row is known. */
  readonly own: readonly RowKey[];
  /** By what it names its customer, the surest first. */
  readonly linked: readonly RowKey[];
  /** It is written although it looks like what exists. */
  readonly isTaken: boolean;
}

function checkCustomer(row: ReadRow, parts: Parts, around: Surroundings): Verdict {
  const { reading, own, isTaken } = parts;
  const { record } = row;
  if (record?.kind !== 'customer') throw new Error('This row is no customer');
  const { name, phone, aadhaarNumber, panNumber } = record.input;
  const { existing } = around;
  const refKey = own.find(({ kind }) => kind === 'ref');
  const usedBy = refKey && around.earlier(refKey);
  if (usedBy) {
    const message = `Another row of this file has this reference. Give each customer one of their own.`;
    return { ...rejected(problemOf(reading, 'ref', 'ref-taken', message)), of: usedBy };
  }
  const byRef = refKey && around.known(refKey);
  const same = (byRef && existing.customer(byRef)) || null;
  const sure =
    same ??
    (aadhaarNumber ? existing.byAadhaar(aadhaarNumber)[0] : undefined) ??
    (panNumber ? existing.byPan(panNumber)[0] : undefined);
  if (sure) {
    const verdict = changed(row, sure, existing);
    // Of a customer who was merged, the merge chose what stands.
    const isMerged = same !== null && same.view.id !== byRef;
    const isAsked = isMerged && !isTaken && verdict.plan === 'changes';
    return isAsked ? { ...verdict, plan: 'duplicate' } : verdict;
  }
  const asNew = { ...NOTHING, plan: 'new', recordKind: 'customer', label: name } as const;
  if (isTaken) return asNew;
  const alike = existing
    .byPhone(phone)
    .find(({ view }) => searchKey(view.name) === searchKey(name));
  if (alike) return { ...changed(row, alike, existing), plan: 'duplicate' };
  const keys = own.filter(({ kind }) => ['aadhaar', 'pan', 'person'].includes(kind));
  for (const key of keys) {
    const earlier = around.earlier(key);
    if (earlier) return { ...NOTHING, plan: 'duplicate', label: earlier.name, of: earlier };
  }
  return asNew;
}

/** A row about a customer who exists. */
function changed(row: ReadRow, { view, aadhaar }: KnownCustomer, existing: Existing): Verdict {
  const { record } = row;
  if (record?.kind !== 'customer') throw new Error('This row is no customer');
  const { aadhaarNumber } = record.input;
  const isSame = {
    aadhaarNumber: (aadhaarNumber ? existing.aadhaarKey(aadhaarNumber) : null) === aadhaar,
  };
  const changes = changesOf(row, view, isSame);
  return {
    ...{ ...NOTHING, plan: changes.length > 0 ? 'changes' : 'same' },
    changes: changes.map(({ words }) => words),
    ...{ recordKind: 'customer', recordId: view.id, label: view.name, seen: view.version },
    customerId: view.id,
  };
}

/** Whose a row is: a customer who exists, or one of an earlier row. */
type Owner =
  | { readonly customerId: number | null; readonly of: EarlierRow | null; readonly name: string }
  | { readonly problem: ImportCellProblem };

function findOwner(
  row: ReadRow,
  { reading, linked: keys }: Pick<Parts, 'reading' | 'linked'>,
  around: Surroundings,
): Owner {
  const { links } = row;
  const { existing } = around;
  if (keys.length === 0) {
    const message = 'This row does not say whose it is. Choose a column that names the customer.';
    return { problem: problemOf(reading, 'customerRef', 'customer-missing', message) };
  }
  for (const key of keys) {
    const found = recordsOf(key, links, around);
    const isOfOne = key.kind === 'phone' || key.kind === 'birth' || key.kind === 'person';
    if (found.length > 1 || (isOfOne && found.length === 0 && around.holders(key) > 1)) {
      const message = 'Several customers are named by this. Add a column that tells them apart.';
      return { problem: problemOf(reading, columnOf(key), 'customer-ambiguous', message) };
    }
    const [one] = found;
    if (one) return { customerId: one.view.id, of: null, name: one.view.name };
    const earlier = around.earlier(key);
    if (earlier) {
      const { recordId, name } = earlier;
      return { customerId: recordId, of: recordId === null ? earlier : null, name };
    }
    const byRef = key.kind === 'ref' && around.known(key);
    const known = byRef ? existing.customer(byRef) : null;
    if (known) return { customerId: known.view.id, of: null, name: known.view.name };
    // A reference is meant to be known: nothing else is looked for in its place.
    if (key.kind === 'ref') break;
  }
  const [key] = keys;
  const message = UNKNOWN[key?.kind ?? 'ref'] ?? UNKNOWN.ref;
  return { problem: problemOf(reading, columnOf(key), 'customer-unknown', message ?? '') };
}

const UNKNOWN: Readonly<Partial<Record<RowKey['kind'], string>>> = {
  ref: 'No customer has this reference, neither in this file nor in an earlier import.',
  aadhaar: 'No customer has this Aadhaar number.',
  pan: 'No customer has this PAN.',
  person: 'No customer has this phone and this name.',
  phone: 'No customer has this phone.',
  birth: 'No customer has this name and this date of birth.',
};

const COLUMNS: Readonly<Partial<Record<RowKey['kind'], string>>> = {
  aadhaar: 'customerAadhaar',
  pan: 'customerPan',
  person: 'customerPhone',
  phone: 'customerPhone',
  birth: 'customerName',
};
const columnOf = (key: RowKey | undefined): string => COLUMNS[key?.kind ?? 'ref'] ?? 'customerRef';

function recordsOf(
  { kind }: RowKey,
  links: ReadRow['links'],
  { existing }: Surroundings,
): readonly KnownCustomer[] {
  const { customerAadhaar = '', customerPan = '', customerPhone = '' } = links;
  const { customerName = '', customerDateOfBirth = '' } = links;
  switch (kind) {
    case 'aadhaar':
      return existing.byAadhaar(customerAadhaar);
    case 'pan':
      return existing.byPan(customerPan);
    case 'phone':
      return existing.byPhone(customerPhone);
    case 'person':
      return existing
        .byPhone(customerPhone)
        .filter(({ view }) => searchKey(view.name) === searchKey(customerName));
    case 'birth':
      return existing.byNameAndBirth(customerName, customerDateOfBirth);
    default:
      return [];
  }
}

type KnownOwner = Exclude<Owner, { readonly problem: ImportCellProblem }>;

function checkPolicy(
  row: ReadRow,
  owner: KnownOwner,
  { reading, own }: Pick<Parts, 'reading' | 'own'>,
  around: Surroundings,
): Verdict {
  const { record } = row;
  if (record?.kind !== 'health' && record?.kind !== 'vehicle')
    throw new Error('This row is no policy');
  const { kind, input } = record;
  const taken = (message: string, code = 'policy-number-taken') =>
    rejected(problemOf(reading, 'policyNumber', code, message));
  const [key] = own;
  const earlier = key && around.earlier(key);
  if (earlier) {
    const message =
      'An earlier row of this file has this policy number. Give each policy its own, or leave the row out.';
    return { ...taken(message), of: earlier };
  }
  const of = { customerId: owner.customerId, of: owner.of, label: input.policyNumber };
  const there = around.existing.policy(input.policyNumber);
  if (!there) return { ...NOTHING, plan: 'new', recordKind: kind, ...of };
  if (there.kind !== kind || there.customerId !== owner.customerId) {
    return taken(
      `This policy number is already used by a ${there.kind} policy of somebody else. Correct the number or the customer.`,
    );
  }
  if (input.startDate > there.endDate) {
    return taken(
      `This policy is there until ${formatDay(there.endDate)}. Renew it in its record: an import makes no renewals.`,
      'policy-to-renew',
    );
  }
  // It was found by its number: another spelling of that is no change.
  const changes = changesOf(row, there, { policyNumber: true });
  return {
    ...{ ...NOTHING, plan: changes.length > 0 ? 'changes' : 'same', ...of, of: null },
    changes: changes.map(({ words }) => words),
    ...{ recordKind: kind, recordId: there.id, seen: there.version },
  };
}

/** A quotation that says the same of the same customer was imported before. */
function checkQuotation(
  owner: KnownOwner,
  { own, isTaken }: Pick<Parts, 'own' | 'isTaken'>,
  around: Surroundings,
): Verdict {
  const [key] = own;
  const of = { customerId: owner.customerId, of: owner.of };
  const common = { ...NOTHING, recordKind: 'quotation', label: owner.name, ...of } as const;
  const earlier = isTaken ? null : key && around.earlier(key);
  if (earlier) return { ...NOTHING, plan: 'duplicate', label: earlier.name, ...of, of: earlier };
  const known = key && around.known(key);
  return known ? { ...common, plan: 'same', recordId: known } : { ...common, plan: 'new' };
}

/** Also of another term of it. */
const isSamePolicy = (one: number, another: number): boolean =>
  policyIdOf(one) === policyIdOf(another);

/** The same file of the same customer, and of the same policy where it is one's. */
const sameDocument = (
  file: string,
  of: { readonly customerId: number | null; readonly policyId: number | null },
  { existing }: Surroundings,
): SameFile | undefined =>
  existing
    .sameFile(file)
    .find(
      ({ customerId, policyId }) =>
        customerId === of.customerId &&
        (of.policyId === null || (policyId !== null && isSamePolicy(policyId, of.policyId))),
    );

const isThere = ({ id, customerId }: SameFile, label: string): Verdict => ({
  ...{ ...NOTHING, plan: 'same', recordKind: 'document', label },
  ...{ recordId: id, customerId },
});

/** A claim under the term of a policy in which its loss happened; one of the same day and kind is it. */
function checkClaim(
  { policyNumber, claim }: ClaimRow,
  { reading, own, linked, isTaken }: Parts,
  around: Surroundings,
  /** Of a policy of this import, once it is written. */
  writtenPolicy: number | null = null,
): Verdict {
  const { lossDate, kind } = claim;
  const { existing } = around;
  const refused = (field: string, code: string, message: string) =>
    rejected(problemOf(reading, field, code, message));
  const term = existing.insured(policyNumber, lossDate);
  const [numberKey] = linked;
  const policy = !term && numberKey ? around.earlier(numberKey) : null;
  const label = policyNumber;
  if (!term && !policy && writtenPolicy === null) {
    return existing.isPolicy(policyNumber)
      ? refused('lossDate', 'loss-outside-term', 'No term of this policy covers this day.')
      : refused('policyNumber', 'policy-unknown', POLICY_UNKNOWN);
  }
  if (term && !CLAIM_KINDS_OF[term.kind].includes(kind)) {
    const message = `A ${term.kind} policy has no claims of this kind.`;
    return refused('kind', 'claim-kind-mismatch', message);
  }
  const common = { ...NOTHING, recordKind: 'claim', label } as const;
  const of = { customerId: term?.customerId ?? null, of: policy };
  if (isTaken) return { ...common, plan: 'new', ...of };
  const there = term && existing.claim(term.id, lossDate, kind);
  if (there) {
    return { ...common, plan: 'duplicate', recordId: there.id, label: there.claimNumber, ...of };
  }
  const [key] = own;
  const earlier = key && around.earlier(key);
  if (earlier) return { ...NOTHING, plan: 'duplicate', label, ...of, of: earlier };
  return { ...common, plan: 'new', ...of };
}

const POLICY_UNKNOWN = 'No policy has this number, neither in this import nor before it.';

/** Whoever has the phone or the email of a customer or of another lead is pointed out. */
function checkLead(
  { name, phone = null, email = null }: LeadInput,
  { own, isTaken }: Parts,
  { existing, earlier }: Surroundings,
): Verdict {
  const asNew = { ...NOTHING, plan: 'new', recordKind: 'lead', label: name } as const;
  if (isTaken) return asNew;
  const [customer] = phone ? existing.byPhone(phone) : [];
  if (customer) {
    const { id, name: label } = customer.view;
    return { ...NOTHING, plan: 'duplicate', recordKind: 'customer', recordId: id, label };
  }
  const [lead] = existing.leads(phone, email);
  if (lead) return { ...asNew, plan: 'duplicate', recordId: lead.id, label: lead.name };
  for (const key of own) {
    const before = earlier(key);
    if (before) return { ...NOTHING, plan: 'duplicate', label: before.name, of: before };
  }
  return asNew;
}

/** To whom a file goes: to the customer of the policy that its row names, or to the customer. */
function checkDocument(
  row: ReadRow,
  { file, documentType, policyNumber, folder }: DocumentRow,
  { reading, own, linked, isTaken }: Parts,
  around: Surroundings,
): Verdict {
  const keys = linked.filter(({ kind }) => kind === 'number');
  const numbers = [policyNumber, folder].flatMap((number) => number ?? []);
  const found = numbers.flatMap((number, nth) => {
    const there = around.existing.policy(number);
    if (there)
      return {
        number,
        customerId: there.customerId,
        id: there.id,
        of: null,
        name: around.existing.nameOf(there.customerId),
      };
    const earlier = keys[nth] && around.earlier(keys[nth]);
    return earlier ? { number, customerId: null, id: null, of: earlier, name: '' } : [];
  });
  const [policy] = found;
  if (policyNumber !== null && policy?.number !== policyNumber) {
    return rejected(problemOf(reading, 'policyNumber', 'policy-unknown', POLICY_UNKNOWN));
  }
  const isSaid = Object.keys(row.links).some((link) => link !== 'customerRef' || folder === null);
  const byLinks =
    policy && !isSaid
      ? null
      : findOwner(row, { reading, linked: linked.filter(({ kind }) => kind !== 'number') }, around);
  if (byLinks && 'problem' in byLinks) {
    const { column, code, message } = byLinks.problem;
    if (column !== null || folder === null) return rejected({ column, code, message });
    const nobodys = 'Neither a customer nor a policy is called like this folder.';
    return rejected(problemOf(reading, 'folder', 'folder-unknown', nobodys));
  }
  if (policy?.customerId && byLinks?.customerId && policy.customerId !== byLinks.customerId) {
    const message = 'The policy belongs to another customer.';
    return rejected(problemOf(reading, 'policyNumber', 'policy-customer-mismatch', message));
  }
  if (!policy && !documentType) {
    const message = 'Say what kind of document it is.';
    return rejected(problemOf(reading, 'documentType', 'document-type-missing', message));
  }
  const owner = policy ?? byLinks;
  const ofPolicy = documentType === 'kyc' ? undefined : policy;
  const isOfNew = ofPolicy !== undefined && ofPolicy.id === null;
  const there =
    owner && !isOfNew
      ? sameDocument(file, { customerId: owner.customerId, policyId: ofPolicy?.id ?? null }, around)
      : undefined;
  const earlier = own[0] && around.earlier(own[0]);
  const common = { ...NOTHING, recordKind: 'document', label: file } as const;
  if (there && !isTaken) return isThere(there, file);
  if (earlier && !isTaken)
    return { ...common, plan: 'duplicate', of: earlier, customerId: owner?.customerId ?? null };
  const goesTo = [
    ['Customer', byLinks?.name ?? policy?.name],
    ['Policy', policy?.number],
  ] as const;
  return {
    ...{ ...common, plan: 'new' },
    ...{ customerId: owner?.customerId ?? null, of: owner?.of ?? null },
    changes: goesTo.flatMap(([field, after]) => (after ? [{ field, before: null, after }] : [])),
  };
}
