import type { SavedPolicy } from '@insuremanager/contracts/policies/policyViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { APIRequestContext } from '@playwright/test';
import { newWord } from './people.js';
import { expect } from './test.js';

/** The day in so many days, by the clocks of Kolkata. */
export const dayIn = (days: number): Day => addDays(kolkataDay(new Date()), days);

/** A year of cover of a customer, as the REST face takes it; it began so many days ago. */
const termOf = (customerId: number, endsIn: number) => ({
  customerId,
  policyNumber: newWord().toUpperCase(),
  insuranceCompany: 'Star Health',
  sumAssured: '500000',
  premiumAmount: '12000',
  premiumFrequency: 'yearly',
  startDate: dayIn(endsIn - 364),
  endDate: dayIn(endsIn),
});

async function issue(api: APIRequestContext, path: string, data: object): Promise<SavedPolicy> {
  const answer = await api.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

export const issueHealthPolicy = (
  api: APIRequestContext,
  customerId: number,
  endsIn = 200,
  given: object = {},
) =>
  issue(api, '/api/health-policies', {
    ...termOf(customerId, endsIn),
    policyType: 'individual',
    ...given,
  });

export const issueVehiclePolicy = (
  api: APIRequestContext,
  customerId: number,
  endsIn = 200,
  given: object = {},
) =>
  issue(api, '/api/vehicle-policies', {
    ...termOf(customerId, endsIn),
    insuranceCompany: 'New India Assurance',
    vehicleNumber: `KL07${newWord().slice(0, 2).toUpperCase()}1234`,
    vehicleType: 'car',
    ...given,
  });
