import type { CustomerDuplicate } from '@insuremanager/contracts/customers/customerViews';
import { isMaskedAadhaar, normalAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { normalPan } from '@insuremanager/contracts/rules/pan';
import { normalPhone } from '@insuremanager/contracts/rules/phone';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { AADHAAR_PURPOSE } from './customerProjector.js';
import type { DuplicateProbe } from './customers.js';
import { customersTable } from './customerTables.js';

const SHOWN = 5;

type Match = CustomerDuplicate['matches'][number];

/** What of a person belongs to one person alone, and the column in which it is compared. */
const COLUMNS = {
  phone: 'phone_digits',
  email: 'email_key',
  panNumber: 'pan',
  aadhaarNumber: 'aadhaar_fingerprint',
} as const satisfies Record<Match, string>;

type Fingerprint = (purpose: string, value: string) => string;

/** Others with the same phone, email, PAN or Aadhaar, by their exact and normal forms. */
export async function findDuplicates(
  tables: ReadTables,
  fingerprint: Fingerprint,
  probe: DuplicateProbe,
  exceptId: number | null,
): Promise<CustomerDuplicate[]> {
  const wanted = comparable(probe, fingerprint);
  if (wanted.length === 0) return [];
  const lookups = wanted.map(([field, value]) =>
    tables
      .from(customersTable.name)
      .select('id', 'name', tables.knex.raw('?::text as field', [field]))
      .where(COLUMNS[field], value)
      .whereNot('id', exceptId ?? 0)
      .orderBy('id')
      .limit(SHOWN),
  );
  const rows: { id: number; name: string; field: Match }[] = await tables.knex.unionAll(
    lookups,
    true,
  );
  return grouped(rows).slice(0, SHOWN);
}

function comparable(probe: DuplicateProbe, fingerprint: Fingerprint): [Match, string][] {
  const phone = digitsOf(normalPhone(probe.phone ?? ''));
  const email = searchKey(probe.email ?? '');
  const pan = normalPan(probe.panNumber ?? '');
  const aadhaar = normalAadhaar(probe.aadhaarNumber ?? '');
  const known = aadhaar === '' || isMaskedAadhaar(aadhaar);
  const values: [Match, string][] = [
    ['phone', phone],
    ['email', email],
    ['panNumber', pan],
    ['aadhaarNumber', known ? '' : fingerprint(AADHAAR_PURPOSE, aadhaar)],
  ];
  return values.filter(([, value]) => value !== '');
}

/** One entry per customer, the one with the most in common first. */
function grouped(rows: { id: number; name: string; field: Match }[]): CustomerDuplicate[] {
  const found = new Map<number, CustomerDuplicate>();
  for (const { id, name, field } of rows) {
    const duplicate = found.get(id) ?? { id, name, matches: [] };
    duplicate.matches.push(field);
    found.set(id, duplicate);
  }
  return [...found.values()].sort((a, b) => b.matches.length - a.matches.length || a.id - b.id);
}
