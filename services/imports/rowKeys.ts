import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { canonicalJson } from '../platform/commands/canonicalJson.js';
import type { Vault } from '../platform/vault/vault.js';
import type { FilesByName } from './documents/archivedFiles.js';
import type { DocumentRow, Links, ReadRow, RowInput } from './readRow.js';

/** What rows are known by. `same`: all that the row says; `file`: a file, and whose it is. */
export type KeyKind =
  | 'ref'
  | 'aadhaar'
  | 'pan'
  | 'phone'
  | 'person'
  | 'birth'
  | 'number'
  | 'same'
  | 'claim'
  | 'email'
  | 'file';

export interface RowKey {
  readonly kind: KeyKind;
  /** As a fingerprint: it tells nothing to whoever reads it. */
  readonly text: string;
  /** The first bytes of it: enough to tell the rows of an import apart. */
  readonly key: bigint;
}

export type KeyOf = (kind: KeyKind, ...values: readonly string[]) => RowKey;

export const keysBy =
  (vault: Pick<Vault, 'fingerprint'>): KeyOf =>
  (kind, ...values) => {
    const text = vault.fingerprint('imported row', [kind, ...values].join('\n'));
    const key = Buffer.from(text, 'base64url').readBigInt64BE();
    return { kind, text, key };
  };

const said = (value: string | null | undefined): value is string => Boolean(value);

/** By what a row that came right is known, in the order in which it is recognised. */
export function keysOfRow(
  of: KeyOf,
  { record, ref, links }: ReadRow,
  files: Pick<FilesByName, 'identityOf'>,
): RowKey[] {
  if (!record) return ref ? [of('ref', ref)] : [];
  if (record.kind === 'customer') {
    const { name, phone, aadhaarNumber, panNumber, dateOfBirth } = record.input;
    return [
      ...(said(ref) ? [of('ref', ref)] : []),
      ...(said(aadhaarNumber) ? [of('aadhaar', aadhaarNumber)] : []),
      ...(said(panNumber) ? [of('pan', panNumber)] : []),
      of('person', phone, searchKey(name)),
      of('phone', phone),
      ...(said(dateOfBirth) ? [of('birth', searchKey(name), dateOfBirth)] : []),
    ];
  }
  if (record.kind === 'document') return keysOfFile(of, record.input, links, files);
  if (record.kind === 'claim') {
    const { policyNumber, claim } = record.input;
    return [of('claim', policyNumberKey(policyNumber), claim.lossDate, claim.kind)];
  }
  if (record.kind === 'lead') {
    const { phone, email, name } = record.input;
    return [
      ...(said(phone) ? [of('phone', phone)] : []),
      ...(said(email) ? [of('email', searchKey(email))] : []),
      // Whoever gives an office’s number is another person of it, but not under the same name.
      ...(said(phone) ? [of('person', phone, searchKey(name))] : []),
    ];
  }
  if (record.kind === 'quotation') return [of('same', sameText(record, links))];
  return [of('number', policyNumberKey(record.input.policyNumber))];
}

/** All that a quotation says, and whose it is. */
const sameText = ({ kind, input }: RowInput, links: Links): string =>
  canonicalJson({
    kind,
    links,
    ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)),
  });

/** The same file of the same customer or policy, as rows of a ZIP name them. */
function keysOfFile(
  of: KeyOf,
  { file, policyNumber, folder }: DocumentRow,
  links: Links,
  files: Pick<FilesByName, 'identityOf'>,
): RowKey[] {
  const identity = files.identityOf(file);
  return identity ? [of('file', canonicalJson({ identity, policyNumber, folder, links }))] : [];
}

/** By what a document or a claim names its policy, and a folder that may be one. */
export const keysOfPolicy = (of: KeyOf, { record }: ReadRow): RowKey[] =>
  record?.kind === 'claim'
    ? [of('number', policyNumberKey(record.input.policyNumber))]
    : record?.kind === 'document'
      ? [record.input.policyNumber, record.input.folder]
          .filter(said)
          .map((number) => of('number', policyNumberKey(number)))
      : [];

/** By what a row names its customer, the surest first: the first that names somebody says who it is. */
export function keysOfLinks(of: KeyOf, links: Links): RowKey[] {
  const { customerRef, customerAadhaar, customerPan } = links;
  const { customerPhone, customerName, customerDateOfBirth } = links;
  return [
    ...(said(customerRef) ? [of('ref', customerRef)] : []),
    ...(said(customerAadhaar) ? [of('aadhaar', customerAadhaar)] : []),
    ...(said(customerPan) ? [of('pan', customerPan)] : []),
    ...(said(customerPhone)
      ? [
          ...(said(customerName) ? [of('person', customerPhone, searchKey(customerName))] : []),
          ...(said(customerName) ? [] : [of('phone', customerPhone)]),
        ]
      : []),
    ...(said(customerName) && said(customerDateOfBirth)
      ? [of('birth', searchKey(customerName), customerDateOfBirth)]
      : []),
  ];
}
