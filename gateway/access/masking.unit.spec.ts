import { CustomerDetails } from '@insuremanager/contracts/customers/customerEvents';
import {
  MASKING_PERMISSIONS,
  type MaskingPermission,
  maskedFieldsOf,
  maskedRecord,
} from '@insuremanager/contracts/identity/masking';
import {
  ALL_PERMISSIONS,
  isAllowed,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
} from '@insuremanager/contracts/identity/permissions';
import { PolicyIdentity } from '@insuremanager/contracts/policies/policyEvents';
import { QuotationParticulars } from '@insuremanager/contracts/quotations/quotationEvents';
import { type GraphQLObjectType, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { graphqlSchema } from '../graphql/schema.js';
import { REST_ACCESS } from '../testing/restAccess.js';
import { mayAsk } from './access.js';
import { maskedAnswer } from './answerViews.js';
import { GRAPHQL_ACCESS } from './graphqlAccess.js';

const schema = graphqlSchema();

const lacking = (permission: MaskingPermission): Role[] =>
  ROLES.filter((role) => !isAllowed(role, permission));

/** Whatever whoever lacks a permission can come upon, from the root fields on. */
function typesSeenWithout(permission: MaskingPermission): Set<GraphQLObjectType> {
  const seen = new Set<GraphQLObjectType>();
  const visit = (type: unknown): void => {
    if (!isObjectType(type) || seen.has(type)) return;
    seen.add(type);
    for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const access = GRAPHQL_ACCESS[`${root?.name}.${field.name}`];
      const isOpen = access === 'account' || PERMISSIONS[access as Permission].length > 0;
      const isSeen = lacking(permission).some(
        (role) => access === 'account' || isAllowed(role, access as Permission),
      );
      if (isOpen && isSeen) visit(getNamedType(field.type));
    }
  }
  return seen;
}

/** What describes a person or what is theirs: what events seal, and names under other names. */
const PERSONAL = new Set<string>([
  ...CustomerDetails.keyof().options,
  ...PolicyIdentity.keyof().options,
  ...QuotationParticulars.keyof().options,
  'customerName',
  'fileName',
  'lossNote',
  'note',
  'reply',
  'to',
  'text',
  'html',
  'before',
  'after',
]);

/** Personal by its name, and yet for everybody who may see the record at all: why. */
const HARMLESS: Readonly<Record<string, string>> = {
  'Agency.name': 'of the brokerage, which its public page shows',
  'Customer.panNumber': 'masked by identityNumbers.read',
  'Customer.city': 'what figures are broken down by; many share it',
  'Customer.state': 'as the city',
  'Customer.language': 'a choice of three',
  'PastOffice.state': 'being made, ready or failed',
  'Export.state': 'how far an export is',
  'Policy.appointeeRelation': 'as that of the nominee',
  'Policy.nomineeRelation': 'what they are to the policyholder, such as wife',
  'Payment.policyNumber': 'the same, beside what was paid',
  'Policy.policyNumber': 'ties a list to the insurer’s; names nobody without their register',
  'PolicyInstalment.state': 'upcoming, in grace, overdue or paid',
  'Report.name': 'which report it is',
  'Report.to': 'the last day of its months',
  'ReportSubscription.address': 'which report, and its filters',
  'SavedView.name': 'what colleagues call a list',
  'SavedView.address': 'filters, sort and columns of a list, without what is searched for',
  'UpcomingRenewal.policyNumber': 'as that of a policy',
};

describe('what a role may not see', () => {
  it('is masked wherever it stands, or named as harmless', () => {
    const found = [...typesSeenWithout('people.read')].flatMap((type) =>
      Object.keys(type.getFields())
        .filter((field) => PERSONAL.has(field))
        .map((field) => ({ name: `${type.name}.${field}`, type, field })),
    );
    const open = found.filter(({ type, field }) => !maskedFieldsOf(type.name).includes(field));
    const reasons = Object.keys(HARMLESS).filter((name) => name !== 'Customer.panNumber');
    expect(open.map(({ name }) => name).sort()).toEqual(reasons.sort());
    expect(found.length).toBeGreaterThan(20);
  });

  it('is no number in a PAN, wherever it stands', () => {
    const found = [...typesSeenWithout('identityNumbers.read')].flatMap((type) =>
      Object.keys(type.getFields())
        .filter((field) => field === 'panNumber')
        .map((field) => `${type.name}.${field}`),
    );
    expect(found).toEqual(['Customer.panNumber']);
  });

  it('is nothing that a list is filtered by: a value could be guessed', () => {
    const filtered = Object.values(schema.getTypeMap()).flatMap((type) => {
      const masked = maskedFieldsOf(type.name.replace(/Filter$/, ''));
      return type.name.endsWith('Filter') && isInputObjectType(type)
        ? Object.keys(type.getFields()).filter((field) => masked.includes(field))
        : [];
    });
    expect(filtered).toEqual([]);
  });

  it('is no history with names in it', () => {
    for (const role of lacking('people.read')) {
      expect(isAllowed(role, 'history.read')).toBe(false);
      expect(isAllowed(role, 'search')).toBe(false);
    }
  });

  it('cannot be written over by its mask: whoever sees one changes no record', () => {
    // What they do change holds nothing that they have read; a file, a report by email, a look at the
    // log or at the past changes nothing.
    const own = [
      ...['identityNumbers.reveal', 'export', 'notifications.read', 'audit.read'],
      ...['office.readPast', 'reports.read'],
    ];
    const changes = [
      ...Object.entries(GRAPHQL_ACCESS).filter(([name]) => name.startsWith('Mutation.')),
      ...Object.entries(REST_ACCESS).filter(([name]) => !name.startsWith('GET ')),
    ].filter(
      ([, access]) =>
        access !== 'public' &&
        access !== 'account' &&
        ![access].flat().some((one) => own.includes(one)),
    );
    const masked = ROLES.filter((role) => MASKING_PERMISSIONS.some((one) => !isAllowed(role, one)));
    expect(masked).toEqual(['auditor', 'analyst']);
    const allowed = changes.filter(([, access]) => masked.some((role) => mayAsk(role, access)));
    expect(allowed).toEqual([]);
    const writing = ALL_PERMISSIONS.filter((one) => one.endsWith('.write'));
    expect(writing.flatMap((one) => masked.filter((role) => isAllowed(role, one)))).toEqual([]);
  });
});

describe('a customer', () => {
  const customer = {
    id: 7,
    name: 'Ravi Kumar Nair',
    phone: '+919876543210',
    email: null,
    panNumber: 'AAPPV1234K',
    dateOfBirth: '1980-02-01',
    city: 'Kochi',
  };

  it('is seen by an analyst without the person', () => {
    expect(maskedRecord('analyst', 'Customer', customer)).toEqual({
      id: 7,
      name: 'R. N.',
      phone: '•••',
      email: null,
      panNumber: 'AAPPVXXXXK',
      dateOfBirth: null,
      city: 'Kochi',
    });
  });

  it('is seen by an auditor without the number of the PAN', () => {
    const panNumber = 'AAPPVXXXXK';
    expect(maskedRecord('auditor', 'Customer', customer)).toEqual({ ...customer, panNumber });
  });

  it.each(['agent', 'manager', 'admin'] as const)('is seen whole by an %s', (role) => {
    expect(maskedRecord(role, 'Customer', customer)).toBe(customer);
  });
});

describe('an answer of REST', () => {
  const change = (field: string, after: string) => ({ field, label: '', before: null, after });

  it('is masked inside, as its view says', () => {
    const history = [
      { summary: 'PAN changed', changes: [change('panNumber', 'AAPPV1234K')] },
      { summary: 'City changed', changes: [change('city', 'Kochi')] },
      { summary: 'PAN changed', changes: [change('panNumber', '(erased)')] },
    ];
    expect(maskedAnswer('auditor', { changes: 'FieldChange' }, history)).toEqual([
      { summary: 'PAN changed', changes: [change('panNumber', 'AAPPVXXXXK')] },
      history[1],
      history[2],
    ]);
    expect(maskedAnswer('agent', { changes: 'FieldChange' }, history)).toEqual(history);
  });
});
