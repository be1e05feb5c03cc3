import { auditList } from '@insuremanager/contracts/audit/auditViews';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { documentList } from '@insuremanager/contracts/documents/documentViews';
import {
  type Criterion,
  type ListDescription,
  parameterOf,
} from '@insuremanager/contracts/fields/list';
import { policyList, policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import { reminderList } from '@insuremanager/contracts/reminders/reminderViews';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { Refusal } from '@insuremanager/services/platform/errors';
import { describe, expect, it } from 'vitest';
import { filterOfArguments, listRequest } from './listQueries.js';

const LISTS: [string, ListDescription][] = Object.entries({
  ...{ customerList, policyList, documentList, quotationList, reminderList, auditList },
  ...{ healthPolicyList: policyListOf('health'), vehiclePolicyList: policyListOf('vehicle') },
});
const admin: SignedInUser = {
  ...{ userId: 1, username: 'admin', email: 'admin@example.in', role: 'admin' },
  ...{ isTwoFactorEnabled: false, preferences: {} as SignedInUser['preferences'] },
};

const LONG = 'x'.repeat(201);
/** Of each kind of criterion: what a query says, what that is, and what none may be. */
const examplesOf = (
  criterion: Criterion,
): { query: unknown; value: unknown; wrong: unknown[]; wrongArguments: unknown[] } => {
  switch (criterion.kind) {
    case 'search':
    case 'text':
      return { query: ' Asha ', value: 'Asha', wrong: [LONG, ['a', 'b']], wrongArguments: [LONG] };
    case 'anyOf': {
      const words = criterion.options.slice(0, 2);
      const wrong = ['nonsense', [...words, 'nonsense'].join(',')];
      return { query: words.join(','), value: words, wrong, wrongArguments: [['nonsense']] };
    }
    case 'oneOf': {
      const [word] = criterion.options;
      return { query: word, value: word, wrong: ['nonsense'], wrongArguments: ['nonsense'] };
    }
    case 'reference': {
      const wrong = ['abc', '', '0', '1.5', '99999999999', ['1', '2']];
      return { query: '7', value: 7, wrong, wrongArguments: ['abc', 1.5] };
    }
    case 'dayFrom':
    case 'dayTo': {
      const wrong = ['01/02/2026', '2026-02-30'];
      const day = '2026-06-15';
      return { query: day, value: day, wrong: [...wrong, [day, day]], wrongArguments: wrong };
    }
    case 'amountFrom':
    case 'amountTo': {
      const wrong = ['abc', '1.234'];
      return {
        query: '₹1,200.50',
        value: 1_200_50,
        wrong: [...wrong, ['1', '2']],
        wrongArguments: wrong,
      };
    }
    case 'flag':
      return { query: 'true', value: true, wrong: ['soon', ''], wrongArguments: ['soon'] };
  }
};

const refusedField = (ask: () => unknown): string | undefined => {
  try {
    ask();
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return error.fields?.[0]?.field;
    throw error;
  }
  return undefined;
};

describe.each(LISTS)('the %s', (_name, list) => {
  const criteria = Object.entries(list.criteria).map(([name, criterion]) => ({
    ...{ name, parameter: parameterOf(name, criterion) },
    ...examplesOf(criterion),
  }));

  it.each(criteria)('is filtered by ?$parameter', ({ name, parameter, query, value }) => {
    const { filter } = listRequest(list, { [parameter]: query }, admin);
    expect(filter).toEqual({ [name]: value });
  });

  it.each(criteria)('refuses a wrong $parameter, naming it', ({ name, parameter, ...examples }) => {
    for (const wrong of examples.wrong) {
      const field = refusedField(() => listRequest(list, { [parameter]: wrong }, admin));
      expect([wrong, field?.split('.')[0]]).toEqual([wrong, parameter]);
    }
    for (const wrong of examples.wrongArguments) {
      const field = refusedField(() => filterOfArguments(list, { [name]: wrong }, admin));
      expect([wrong, field?.split('.')[0]]).toEqual([wrong, name]);
    }
  });

  it('takes words that are repeated, and ignores what is empty or unknown', () => {
    for (const { name, parameter, value } of criteria) {
      if (!Array.isArray(value)) continue;
      const { filter } = listRequest(list, { [parameter]: [...value, ''] }, admin);
      expect(filter).toEqual({ [name]: value });
    }
    expect(listRequest(list, { nothing: 'x', 'search[x]': '1' }, admin).filter).toEqual({});
  });

  it('is sorted as is usual, or by each of its sorts, and by nothing else', () => {
    expect(listRequest(list, {}, admin)).toMatchObject({
      ...{ sort: list.usualSort, direction: 'desc', limit: 1000 },
    });
    for (const sort of list.sorts) {
      const asked = listRequest(list, { sort, direction: 'asc', limit: '2' }, admin);
      expect(asked).toMatchObject({ sort, direction: 'asc', limit: 2 });
    }
  });

  it.each([
    ['sort', 'nonsense'],
    ['direction', 'up'],
    ['limit', '0'],
    ['limit', '1001'],
    ['limit', 'ten'],
    ['limit', ['1', '2']],
    ['cursor', 'x'.repeat(1001)],
    ['cursor', ['a', 'b']],
  ])('refuses the %s %j', (parameter, wrong) => {
    expect(refusedField(() => listRequest(list, { [parameter]: wrong }, admin))).toBe(parameter);
  });
});
