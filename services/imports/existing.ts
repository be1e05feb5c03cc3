import type { ClaimKind } from '@insuremanager/contracts/claims/claimKinds';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import { claimsTable } from '../claims/index.js';
import { aadhaarFingerprint, type Customers, customersTable } from '../customers/index.js';
import type { Documents, SameFile } from '../documents/index.js';
import { leadsTable } from '../leads/index.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { Vault } from '../platform/vault/vault.js';
import { type Policies, policiesTable } from '../policies/index.js';
import type { ClaimRow } from './claimRows.js';
import type { FilesByName } from './documents/archivedFiles.js';
import type { Links, ReadRow } from './readRow.js';

/** A customer as lists show them, and what is compared of their Aadhaar number. */
export interface KnownCustomer {
  readonly view: CustomerView;
  readonly aadhaar: string | null;
}

/** What exists already of what some rows name. */
export interface Existing {
  customer(id: number): KnownCustomer | null;
  byAadhaar(number: string): readonly KnownCustomer[];
  byPan(pan: string): readonly KnownCustomer[];
  byPhone(phone: string): readonly KnownCustomer[];
  byNameAndBirth(name: string, day: string): readonly KnownCustomer[];
  policy(number: string): PolicyView | null;
  /** The term of a policy in which a loss happened, and whether there is such a term at all. */
  insured(number: string, lossDate: Day): PolicyView | null;
  isPolicy(number: string): boolean;
  /** A claim under a term of the same day and kind. */
  claim(policyId: number, lossDate: Day, kind: ClaimKind): KnownClaim | null;
  /** Leads that have one of these. */
  leads(phone: string | null, email: string | null): readonly KnownLead[];
  /** Documents that have the name and the content of a file in the ZIP. */
  sameFile(file: string): readonly SameFile[];
  /** Of whom a document's policy is. */
  nameOf(customerId: number): string;
  /** As the read models compare an Aadhaar number. */
  aadhaarKey(number: string): string;
}

export interface KnownClaim {
  readonly id: number;
  readonly claimNumber: string;
}

export interface KnownLead {
  readonly id: number;
  readonly name: string;
}

export interface ExistingParts {
  readonly tables: ReadTables;
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly customers: Pick<Customers, 'listByIds' | 'remainingOf'>;
  readonly policies: Pick<Policies, 'findAll'>;
  readonly documents: Pick<Documents, 'sameFiles'>;
}

interface PersonRow {
  readonly id: number;
  readonly phone_digits: string;
  readonly pan_number: string | null;
  readonly aadhaar_fingerprint: string | null;
  readonly name_key: string;
  readonly date_of_birth: string | null;
}

const sayable = (texts: Iterable<string | null | undefined>): string[] => [
  ...new Set([...texts].filter((text): text is string => Boolean(text))),
];

/** Looks up all that rows name, in a few questions. */
export async function loadExisting(
  { tables, vault, customers, policies, documents }: ExistingParts,
  rows: readonly ReadRow[],
  knownCustomers: readonly number[],
  files: FilesByName,
): Promise<Existing> {
  const aadhaarKey = (number: string) => aadhaarFingerprint(vault, number);
  const persons: { phone?: string; pan?: string; aadhaar?: string; name?: string }[] = [];
  for (const { record, links } of rows) {
    persons.push(ofLinks(links));
    if (record?.kind === 'lead') persons.push(ofLinks({ customerPhone: record.input.phone ?? '' }));
    if (record?.kind !== 'customer') continue;
    const { name, phone, panNumber, aadhaarNumber } = record.input;
    persons.push(ofLinks({ customerPhone: phone, ...given({ panNumber, aadhaarNumber }) }), {
      name,
    });
  }
  const phones = sayable(persons.map(({ phone }) => phone && digitsOf(phone)));
  const pans = sayable(persons.map(({ pan }) => pan));
  const aadhaars = sayable(persons.map(({ aadhaar }) => aadhaar && aadhaarKey(aadhaar)));
  const born = sayable(
    rows.map(({ links }) => links.customerDateOfBirth && links.customerName).map(keyOf),
  );
  const columns = [
    ...['id', 'phone_digits', 'pan_number', 'aadhaar_fingerprint', 'name_key'],
    'date_of_birth',
  ];
  const wanted = [
    ['phone_digits', phones],
    ['pan_number', pans],
    ['aadhaar_fingerprint', aadhaars],
    ['name_key', born],
    ['id', knownCustomers],
  ] as const;
  // Each by the index of its column, and as one parameter: hundreds take longer to plan than to find.
  const rowsBy = (column: string, values: readonly (string | number)[]): Promise<PersonRow[]> =>
    tables
      .from(customersTable.name)
      .select(columns)
      .whereRaw('?? = ANY (?)', [column, [...values] as string[]]) as never;
  const found = await Promise.all(
    wanted
      .filter(([, values]) => values.length > 0)
      .map(([column, values]) => rowsBy(column, values)),
  );
  const people = new Map(found.flat().map((row) => [row.id, row]));
  const remaining = await remainingOf(customers, knownCustomers, people);
  for (const row of await rowsBy('id', [...remaining.values()])) people.set(row.id, row);
  const views = await customers.listByIds([...people.keys()]);
  const known = new Map<number, { readonly row: PersonRow; readonly customer: KnownCustomer }>();
  for (const view of views) {
    const row = people.get(view.id);
    if (row) known.set(view.id, { row, customer: { view, aadhaar: row.aadhaar_fingerprint } });
  }
  const groupedBy = (key: (row: PersonRow) => string | null) => {
    const groups = new Map<string, KnownCustomer[]>();
    for (const { row, customer } of known.values()) {
      const at = key(row);
      if (at !== null) groups.set(at, [...(groups.get(at) ?? []), customer]);
    }
    return (value: string) => groups.get(value) ?? [];
  };
  const ofPhone = groupedBy((row) => row.phone_digits);
  const ofAadhaar = groupedBy((row) => row.aadhaar_fingerprint);
  const ofBirth = groupedBy((row) => row.date_of_birth && `${row.name_key}\n${row.date_of_birth}`);
  const numbered = await loadPolicies({ tables, policies }, rows.flatMap(numbersIn));
  const named = rows.flatMap(({ record }) => (record?.kind === 'claim' ? [record.input] : []));
  const claimed = await loadClaimed({ tables, policies }, named);
  const leadsOf = await loadLeads(tables, rows);
  const isOfDocuments = rows.some(({ record }) => record?.kind === 'document');
  const owners = isOfDocuments ? [...numbered.values()].map(({ customerId }) => customerId) : [];
  const names = new Map((await customers.listByIds(owners)).map(({ id, name }) => [id, name]));
  const filesNamed = rows.flatMap(({ record }) =>
    record?.kind === 'document' ? record.input.file : [],
  );
  const identified = filesNamed.flatMap((name) => {
    const identity = files.identityOf(name);
    return identity ? [{ name, identity }] : [];
  });
  const same = await documents.sameFiles(identified.map(({ identity }) => identity));
  const sameByName = new Map(identified.map(({ name }, nth) => [name, same[nth] ?? []]));
  return {
    ...claimed,
    leads: leadsOf,
    sameFile: (file) => sameByName.get(file) ?? [],
    nameOf: (id) => names.get(id) ?? '',
    customer: (id) => known.get(remaining.get(id) ?? id)?.customer ?? null,
    byAadhaar: (number) => ofAadhaar(aadhaarKey(number)),
    byPan: groupedBy((row) => row.pan_number),
    byPhone: (phone) => ofPhone(digitsOf(phone)),
    byNameAndBirth: (name, day) => ofBirth(`${searchKey(name)}\n${day}`),
    policy: (number) => numbered.get(policyNumberKey(number)) ?? null,
    aadhaarKey,
  };
}

/** Of those who are not in the list: whose number leads to another customer, and to whom. */
async function remainingOf(
  customers: Pick<Customers, 'remainingOf'>,
  ids: readonly number[],
  listed: ReadonlyMap<number, unknown>,
): Promise<Map<number, number>> {
  const remaining = new Map<number, number>();
  for (const id of ids.filter((one) => !listed.has(one))) {
    const other = await customers.remainingOf(id);
    if (other !== id) remaining.set(id, other);
  }
  return remaining;
}

const keyOf = (name: string | undefined): string | undefined => name && searchKey(name);

const given = (numbers: { panNumber?: string | null; aadhaarNumber?: string | null }): Links => ({
  ...(numbers.panNumber && { customerPan: numbers.panNumber }),
  ...(numbers.aadhaarNumber && { customerAadhaar: numbers.aadhaarNumber }),
});

const ofLinks = ({ customerPhone, customerPan, customerAadhaar }: Links) => ({
  ...(customerPhone && { phone: customerPhone }),
  ...(customerPan && { pan: customerPan }),
  ...(customerAadhaar && { aadhaar: customerAadhaar }),
});

/** The terms in which the losses of claims happened, and claims that are there under them. */
async function loadClaimed(
  parts: Pick<ExistingParts, 'tables' | 'policies'>,
  rows: readonly ClaimRow[],
): Promise<Pick<Existing, 'insured' | 'isPolicy' | 'claim'>> {
  const terms = await loadTerms(
    parts,
    rows.map(({ policyNumber }) => policyNumber),
  );
  const ofNumber = (number: string) => terms.get(policyNumberKey(number)) ?? [];
  const ids = [...terms.values()].flat().map(({ id }) => id);
  const claims: ClaimsRow[] =
    ids.length === 0
      ? []
      : await parts.tables
          .from(claimsTable.name)
          .select('id', 'claim_number', 'policy_id', 'loss_date', 'kind')
          .whereRaw('policy_id = ANY (?)', [ids])
          .orderBy('id');
  return {
    isPolicy: (number) => ofNumber(number).length > 0,
    insured: (number, day) =>
      ofNumber(number).find(({ startDate, endDate }) => startDate <= day && day <= endDate) ?? null,
    claim(policyId, lossDate, kind) {
      const found = claims.find(
        (one) => one.policy_id === policyId && one.loss_date === lossDate && one.kind === kind,
      );
      return found ? { id: found.id, claimNumber: found.claim_number } : null;
    },
  };
}

interface ClaimsRow {
  readonly id: number;
  readonly claim_number: string;
  readonly policy_id: number;
  readonly loss_date: Day;
  readonly kind: ClaimKind;
}

/** All terms of each policy number, by the form in which numbers are unique; the newest first. */
async function loadTerms(
  { tables, policies }: Pick<ExistingParts, 'tables' | 'policies'>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly PolicyView[]>> {
  const keys = sayable(numbers.map(policyNumberKey));
  if (keys.length === 0) return new Map();
  const ofKind = (kind: PolicyKind) =>
    tables
      .from(policiesTable.name)
      .select('id', 'number_key')
      .where({ kind })
      .whereIn('number_key', keys);
  const found: { id: number; number_key: string }[] = await tables.knex.unionAll(
    KINDS.map(ofKind),
    true,
  );
  const views = await policies.findAll(found.map(({ id }) => id));
  const terms = new Map<string, PolicyView[]>();
  for (const { id, number_key: key } of found.sort((a, b) => b.id - a.id)) {
    const view = views.get(id);
    if (view) terms.set(key, [...(terms.get(key) ?? []), view]);
  }
  return terms;
}

/** The term of a policy number in which a day lies; null: there is none. */
export const findInsuredTerm = async (
  parts: Pick<ExistingParts, 'tables' | 'policies'>,
  { policyNumber, claim }: ClaimRow,
): Promise<PolicyView | null> =>
  (await loadTerms(parts, [policyNumber]))
    .get(policyNumberKey(policyNumber))
    ?.find(({ startDate, endDate }) => startDate <= claim.lossDate && claim.lossDate <= endDate) ??
  null;

/** Leads that have the phone or the email of one of these rows. */
async function loadLeads(tables: ReadTables, rows: readonly ReadRow[]): Promise<Existing['leads']> {
  const said = rows.flatMap(({ record }) => (record?.kind === 'lead' ? [record.input] : []));
  const phones = sayable(said.map(({ phone }) => phone && digitsOf(phone)));
  const emails = sayable(said.map(({ email }) => email && searchKey(email)));
  const by = (column: string, values: readonly string[]): Promise<LeadsRow[]> =>
    values.length === 0
      ? Promise.resolve([])
      : (tables
          .from(leadsTable.name)
          .select('id', 'name', 'phone_digits', 'email_key')
          .whereRaw('?? = ANY (?)', [column, [...values]])
          .orderBy('id') as never);
  const found = (await Promise.all([by('phone_digits', phones), by('email_key', emails)])).flat();
  return (phone, email) =>
    found.filter(
      (one) =>
        (phone && one.phone_digits === digitsOf(phone)) ||
        (email && one.email_key === searchKey(email)),
    );
}

interface LeadsRow extends KnownLead {
  readonly phone_digits: string | null;
  readonly email_key: string | null;
}

const KINDS: readonly PolicyKind[] = ['health', 'vehicle'];

/** Numbers of policies that a row names, or may name. */
function numbersIn({ record }: ReadRow): (string | null)[] {
  if (record?.kind === 'document') return [record.input.policyNumber, record.input.folder];
  return record?.kind === 'health' || record?.kind === 'vehicle' ? [record.input.policyNumber] : [];
}

/** The first policy that has one of these numbers. */
export async function findPolicyNumbered(
  parts: Pick<ExistingParts, 'tables' | 'policies'>,
  numbers: readonly (string | null)[],
): Promise<PolicyView | null> {
  const found = await loadPolicies(parts, numbers);
  const named = numbers.flatMap((number) => (number && found.get(policyNumberKey(number))) || []);
  return named[0] ?? null;
}

/** The newest term of each policy number, by the form in which numbers are unique. */
async function loadPolicies(
  { tables, policies }: Pick<ExistingParts, 'tables' | 'policies'>,
  named: readonly (string | null)[],
): Promise<ReadonlyMap<string, PolicyView>> {
  const numbers = sayable(named.map((number) => number && policyNumberKey(number)));
  if (numbers.length === 0) return new Map();
  const ofKind = (kind: PolicyKind) =>
    tables
      .from(policiesTable.name)
      .select('id', 'number_key')
      .where({ kind })
      .whereIn('number_key', numbers);
  const found: { id: number; number_key: string }[] = await tables.knex.unionAll(
    KINDS.map(ofKind),
    true,
  );
  const newest = new Map<string, number>();
  for (const { id, number_key } of found.sort((a, b) => a.id - b.id)) newest.set(number_key, id);
  const views = await policies.findAll([...newest.values()]);
  return new Map(
    [...newest].flatMap(([key, id]) => {
      const view = views.get(id);
      return view ? [[key, view] as const] : [];
    }),
  );
}
