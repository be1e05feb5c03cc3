import type {
  HealthPolicyInput,
  VehiclePolicyInput,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind, PREMIUM_PARTS } from '@insuremanager/contracts/policies/policyKinds';
import { endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { gstIncluded } from '@insuremanager/contracts/rules/gst';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { z } from 'zod';
import { type Dice, dice } from './dice.js';

type WithoutPolicyholder<Input> = Omit<Input, 'customerId'>;

/** A policy as an agent would type one into the form, but for the customer. */
export type DemoPolicy =
  | { kind: 'health'; input: WithoutPolicyholder<z.input<typeof HealthPolicyInput>> }
  | { kind: 'vehicle'; input: WithoutPolicyholder<z.input<typeof VehiclePolicyInput>> };

/** Seeds that no customer uses. */
const SERIES = 3_000_000_000;

/**
 * The policy with a number, for a term that begins on `start`: always the same one but for its
 * dates. Policy numbers are unique, and plates below four million.
 */
export function demoPolicy(number: number, start: Day): DemoPolicy {
  const throws = dice(SERIES + number);
  return throws.chance(0.42) ? health(throws, number, start) : vehicle(throws, number, start);
}

export const HEALTH_INSURERS = [
  ...['Star Health', 'Star Health', 'Star Health', 'Care Health', 'Niva Bupa'],
  ...['New India Assurance', 'HDFC ERGO', 'ICICI Lombard', 'Aditya Birla Health', 'ManipalCigna'],
  ...['Oriental Insurance'],
];

export const MOTOR_INSURERS = [
  ...['New India Assurance', 'New India Assurance', 'United India Insurance'],
  ...['United India Insurance', 'ICICI Lombard', 'HDFC ERGO', 'Tata AIG', 'Royal Sundaram'],
  ...['Cholamandalam MS', 'Go Digit', 'National Insurance', 'IFFCO Tokio'],
];

const FREQUENCIES = ['yearly', 'yearly', 'yearly', 'half-yearly', 'quarterly', 'monthly'];
const INSTALMENTS: Record<string, number> = {
  yearly: 1,
  'half-yearly': 2,
  quarterly: 4,
  monthly: 12,
};

const policyNumber = (kind: PolicyKind, throws: Dice, number: number): string =>
  `${kind === 'health' ? 'H' : 'V'}/${1000 + throws.below(90)}/${String(3_000_000 + number)}`;

const rupees = (amount: number): string => (Math.round(amount * 100) / 100).toFixed(2);

function health(throws: Dice, number: number, start: Day): DemoPolicy {
  const policyType = throws.pick(['individual', 'family', 'family', 'group']);
  const lakhs = throws.pick([3, 5, 5, 7.5, 10, 10, 15, 25]);
  const premiumFrequency = throws.pick(FREQUENCIES);
  const people = policyType === 'group' ? 6 : policyType === 'family' ? 1.9 : 1;
  const yearly = (3_800 + lakhs * 850) * people * (0.8 + throws.below(60) / 100);
  return {
    kind: 'health',
    input: {
      policyNumber: policyNumber('health', throws, number),
      insuranceCompany: throws.pick(HEALTH_INSURERS),
      policyType,
      sumAssured: lakhs * 100_000,
      premiumAmount: rupees(yearly / (INSTALMENTS[premiumFrequency] ?? 1)),
      premiumFrequency,
      startDate: start,
      endDate: formatDay(endOfTerm(start)),
    },
  };
}

interface Model {
  type: string;
  make: string;
  model: string;
  /** Thousands of rupees, new. */
  price: number;
}

const MODELS: readonly Model[] = [
  { type: 'car', make: 'Maruti Suzuki', model: 'Swift', price: 780 },
  { type: 'car', make: 'Maruti Suzuki', model: 'Baleno', price: 880 },
  { type: 'car', make: 'Hyundai', model: 'Creta', price: 1450 },
  { type: 'car', make: 'Hyundai', model: 'i20', price: 930 },
  { type: 'car', make: 'Tata', model: 'Nexon', price: 1150 },
  { type: 'car', make: 'Toyota', model: 'Innova Crysta', price: 2350 },
  { type: 'car', make: 'Kia', model: 'Seltos', price: 1380 },
  { type: 'car', make: 'Honda', model: 'City', price: 1420 },
  { type: 'bike', make: 'Honda', model: 'Activa 6G', price: 92 },
  { type: 'bike', make: 'Royal Enfield', model: 'Classic 350', price: 215 },
  { type: 'bike', make: 'TVS', model: 'Jupiter', price: 88 },
  { type: 'truck', make: 'Tata', model: 'LPT 1613', price: 2650 },
  { type: 'truck', make: 'Ashok Leyland', model: 'Dost', price: 890 },
  { type: 'bus', make: 'Eicher', model: 'Skyline Pro', price: 2480 },
  { type: 'other', make: 'Bajaj', model: 'RE Auto', price: 255 },
];

/** Cars and two-wheelers are what most people have. */
const OWNED = MODELS.flatMap((model) =>
  Array<Model>(model.type === 'car' || model.type === 'bike' ? 4 : 1).fill(model),
);

const LETTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ'];

function vehicle(throws: Dice, number: number, start: Day): DemoPolicy {
  const { type, make, model, price } = throws.pick(OWNED);
  const age = throws.below(11);
  const year = Number(start.slice(0, 4)) - age;
  const declared = Math.round(price * 1000 * 0.92 ** age);
  const coverType = throws.pick(['comprehensive', 'comprehensive', 'comprehensive', 'third_party']);
  const rate = coverType === 'third_party' ? 0.008 : 0.024;
  const premiumAmount = rupees(declared * rate + 1_400 + throws.below(900));
  const letters = () => throws.pick(LETTERS);
  return {
    kind: 'vehicle',
    input: {
      policyNumber: policyNumber('vehicle', throws, number),
      insuranceCompany: throws.pick(MOTOR_INSURERS),
      sumAssured: declared,
      premiumAmount,
      ...premiumParts(number, { premiumAmount, vehicleType: type, coverType }),
      premiumFrequency: 'yearly',
      startDate: start,
      endDate: formatDay(endOfTerm(start)),
      vehicleNumber: plate(throws, number),
      vehicleType: type,
      vehicleMake: make,
      vehicleModel: model,
      vehicleYear: year,
      engineNumber: `${letters()}${letters()}${throws.digits(8)}`,
      chassisNumber: `MA${letters()}${letters()}${throws.digits(12)}`,
      coverType,
      ncbPercent: throws.pick(['', 0, 20, 25, 35, 45, 50]),
    },
  };
}

/** What the tariff for third party asks of a vehicle, in rupees. */
const THIRD_PARTY: Readonly<Record<string, number>> = { car: 3_416, bike: 714, truck: 27_186 };
/** Of so many policies one has been entered without the parts of its premium. */
const ONE_UNSPLIT = 9;

/** The parts of a motor premium, as its schedule says them; of some nobody has typed them. */
export function premiumParts(
  number: number,
  of: { premiumAmount: string; vehicleType: unknown; coverType?: unknown },
): Pick<Partial<z.input<typeof VehiclePolicyInput>>, (typeof PREMIUM_PARTS)[number]> {
  if (number % ONE_UNSPLIT === 0) return {};
  const whole = Math.round(Number(of.premiumAmount) * 100);
  const gst = gstIncluded(whole, 18);
  const net = whole - gst;
  const tariff = (THIRD_PARTY[String(of.vehicleType)] ?? 2_539) * 100;
  const thirdParty = of.coverType === 'third_party' ? net : Math.min(tariff, Math.round(net * 0.6));
  const paise = (amount: number) => rupees(amount / 100);
  return {
    ...{ ownDamagePremium: paise(net - thirdParty), thirdPartyPremium: paise(thirdParty) },
    premiumGst: paise(gst),
  };
}

/**
 * Every number has a plate of its own, spelt in whatever way: serials run out first, then series.
 */
function plate(throws: Dice, number: number): string {
  const block = Math.floor(number / 9999);
  const digits = String(1 + (number % 9999)).padStart(4, '0');
  const letters = [Math.floor(block / LETTERS.length), block].map(
    (at) => LETTERS[at % LETTERS.length],
  );
  const series = letters.join('');
  const office = String(1 + (number % 73)).padStart(2, '0');
  return throws.pick([
    `KL${office}${series}${digits}`,
    `KL ${office} ${series} ${digits}`,
    `kl-${office}-${series.toLowerCase()}-${digits}`,
  ]);
}

const CHARGES = ['', '150', '250', '500', '750'];

/** What is quoted of a policy, as an agent would type it. */
export function offerOf(throws: Dice, { kind, input }: DemoPolicy): object {
  const { insuranceCompany, sumAssured, premiumAmount } = input;
  return {
    insuranceType: kind,
    insuranceCompany,
    sumAssured,
    premiumAmount,
    serviceCharges: throws.pick(CHARGES),
    validityDays: throws.pick([15, 30, 30, 30]),
    notes: throws.chance(0.25) ? 'Cashless at all network hospitals and garages in Kerala.' : '',
    ...(kind === 'health'
      ? { policyType: input.policyType }
      : { vehicleType: input.vehicleType, vehicleNumber: input.vehicleNumber }),
  };
}
