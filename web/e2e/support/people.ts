import { randomBytes, randomInt } from 'node:crypto';
import type { SavedCustomer } from '@insuremanager/contracts/customers/customerViews';
import { isAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import type { APIRequestContext } from '@playwright/test';
import { expect } from './test.js';

/** A customer as the REST face takes one. */
export interface Person {
  name: string;
  phone: string;
  email?: string | null;
  aadhaarNumber?: string;
  panNumber?: string;
  dateOfBirth?: string;
  address?: string;
  city?: string;
  state?: string;
  pincode?: string;
  kycStatus?: 'pending' | 'verified' | 'rejected';
}

/** A word that stands nowhere else, so that searching for it finds one test's data only. */
export const newWord = (): string => {
  const letters = [...randomBytes(9)].map((byte) => 'abcdefghijklmnop'.charAt(byte % 16)).join('');
  return letters.charAt(0).toUpperCase() + letters.slice(1);
};

/** Ten digits of an Indian mobile number that nobody else has. */
export const newMobile = (): string => `9${String(randomInt(1e9)).padStart(9, '0')}`;

export const newPerson = (given: Partial<Person> = {}): Person => ({
  name: `Anil ${newWord()}`,
  phone: newMobile(),
  ...given,
});

export async function addCustomer(
  api: APIRequestContext,
  given: Partial<Person> = {},
): Promise<SavedCustomer> {
  const answer = await api.post('/api/customers', { data: newPerson(given) });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

/** Many at once, a few at a time; in no certain order. */
export async function addCustomers(api: APIRequestContext, people: Person[]): Promise<void> {
  const left = [...people];
  const addNext = async (): Promise<void> => {
    const person = left.pop();
    if (!person) return;
    await addCustomer(api, person);
    return addNext();
  };
  await Promise.all(Array.from({ length: 12 }, addNext));
}

export async function changeCustomer(
  api: APIRequestContext,
  id: number,
  changes: Partial<Record<keyof Person, string | null>>,
): Promise<SavedCustomer> {
  const answer = await api.put(`/api/customers/${id}`, { data: changes });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

export async function deleteCustomer(api: APIRequestContext, id: number): Promise<void> {
  const answer = await api.delete(`/api/customers/${id}`);
  expect(answer.status()).toBe(204);
}

/** What the REST face finds under a word. */
export async function findCustomers(
  api: APIRequestContext,
  search: string,
): Promise<SavedCustomer[]> {
  const answer = await api.get('/api/customers', { params: { search } });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** A number with a right check digit. */
export function newAadhaar(): string {
  const start = String(randomInt(2e10, 1e11));
  const number = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isAadhaar);
  if (!number) throw new Error('Every number has a check digit');
  return number;
}

/** A PAN in right form of a person of that surname. */
export function newPan(surname: string): string {
  const letters = newWord().toUpperCase();
  return `${letters.slice(0, 3)}P${surname.charAt(0).toUpperCase()}${randomInt(1000, 9999)}${letters.charAt(4)}`;
}
