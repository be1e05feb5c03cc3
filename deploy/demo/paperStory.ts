import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { type DemoPolicy, demoPolicy } from './covers.js';
import { type Dice, dice } from './dice.js';

/** What is done with papers, as typed. Numbers count a customer's from 1 and are not yet ids. */
export type PaperAct =
  | { type: 'quote'; quotation: number; input: object }
  | { type: 'decide'; quotation: number; status: 'accepted' | 'rejected' }
  | { type: 'convert'; quotation: number; kind: DemoPolicy['kind']; input: object }
  | {
      type: 'file';
      document: number;
      documentType: DocumentType;
      fileName: string;
      /** Lines of a page, or the seed of a picture. */
      shows: readonly string[] | number;
      /** The first policy of the customer, when they have one. */
      isOfPolicy: boolean;
    };

/** When, in days before today, and what. */
export interface PaperMoment {
  readonly daysAgo: number;
  readonly act: PaperAct;
}

/** Seeds that nothing else uses. */
const SERIES = 7_000_000_000;
/** Numbers of policies that come from quotations: no other policy of the demo has them. */
const QUOTED_POLICIES = 6_000;
/** Quotations are asked for in these last days. */
const RECENT_DAYS = 120;
const CHARGES = ['', '150', '250', '500', '750'];

/** The papers of one customer, from the day on which they were won until yesterday. */
export function paperStory(
  customer: number,
  name: string,
  wonDaysAgo: number,
  today: Day,
): PaperMoment[] {
  const throws = dice(SERIES + customer);
  return [
    ...documents(throws, customer, name, wonDaysAgo),
    ...Array.from({ length: throws.pick([0, 0, 0, 1, 1, 2, 3]) }, (_, at) =>
      quotation(throws, customer, at + 1, Math.min(wonDaysAgo, RECENT_DAYS), today),
    ).flat(),
  ];
}

/** Asked for, perhaps decided upon, perhaps become a policy. */
function quotation(
  throws: Dice,
  customer: number,
  number: number,
  within: number,
  today: Day,
): PaperMoment[] {
  const madeAgo = 1 + throws.below(within);
  const policyNumber = QUOTED_POLICIES + customer * 4 + number;
  const offered = demoPolicy(policyNumber, addDays(today, -madeAgo));
  const moments: PaperMoment[] = [
    {
      daysAgo: madeAgo,
      act: { type: 'quote', quotation: number, input: offerOf(throws, offered) },
    },
  ];
  const decidedAgo = madeAgo - 1 - throws.below(12);
  const status = throws.pick(['accepted', 'accepted', 'rejected', null, null] as const);
  if (status === null || decidedAgo < 1) return moments;
  moments.push({ daysAgo: decidedAgo, act: { type: 'decide', quotation: number, status } });
  if (status === 'accepted' && decidedAgo > 2 && throws.chance(0.6)) {
    const { kind, input } = demoPolicy(policyNumber, addDays(today, 1 - decidedAgo));
    const act = { type: 'convert', quotation: number, kind, input } as const;
    moments.push({ daysAgo: decidedAgo - 1, act });
  }
  return moments;
}

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

/** What the customer brought along when they came, and what the insurer sent. */
function documents(
  throws: Dice,
  customer: number,
  name: string,
  wonDaysAgo: number,
): PaperMoment[] {
  const first = name.split(' ').find((word) => word.length > 2) ?? name;
  const file = (
    document: number,
    documentType: DocumentType,
    fileName: string,
    shows: readonly string[] | number,
  ): PaperMoment => ({
    daysAgo: wonDaysAgo,
    act: {
      type: 'file',
      document,
      documentType,
      fileName,
      shows,
      isOfPolicy: documentType !== 'kyc',
    },
  });
  return [
    throws.chance(0.55) ? file(1, 'kyc', `PAN ${first}.png`, customer) : null,
    throws.chance(0.35) ? file(2, 'kyc', `Aadhaar ${first} masked.png`, customer + 7) : null,
    throws.chance(0.3)
      ? file(3, 'policy_document', `Policy schedule ${first}.pdf`, [
          'Policy schedule (specimen)',
          `Customer ${customer} of the demo`,
          'This page stands for the paper that an insurer sends.',
        ])
      : null,
    throws.chance(0.07)
      ? file(4, 'claim_document', `Hospital bill ${first}.pdf`, [
          'Hospital bill (specimen)',
          `Customer ${customer} of the demo`,
          'Admission, theatre, medicines and room rent for three days.',
        ])
      : null,
  ].filter((moment) => moment !== null);
}
