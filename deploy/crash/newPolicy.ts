import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Dice } from '../demo/dice.js';

interface Asked {
  readonly customerId: number;
  readonly policyNumber: string;
  /** Rupees with two digits. */
  readonly premium: string;
  readonly chance: Dice;
}

const INSURERS = ['Star Health', 'New India Assurance', 'ICICI Lombard', 'Bajaj Allianz'];

/** A new policy as the form sends it. It ends next year: no day of the test finds it expired. */
export function newPolicy(kind: PolicyKind, { customerId, policyNumber, premium, chance }: Asked) {
  const year = Number(kolkataDay(new Date()).slice(0, 4));
  const common = {
    customerId,
    policyNumber,
    insuranceCompany: chance.pick(INSURERS),
    sumAssured: '500000.00',
    premiumAmount: premium,
    premiumFrequency: 'yearly',
    startDate: `${year}-01-01`,
    endDate: `${year + 1}-12-31`,
  };
  if (kind === 'health') return { ...common, policyType: 'family' };
  return { ...common, vehicleType: 'car', vehicleNumber: `KL07AB${chance.digits(4)}` };
}
