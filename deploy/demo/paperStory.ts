import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { demoPolicy, offerOf } from './covers.js';
import { type Dice, dice } from './dice.js';
import { firstNameOf } from './people.js';
import type { Moment } from './storyActs.js';

/** Seeds that nothing else uses. */
const QUOTATION_SERIES = 7_000_000_000;
/** Numbers of policies that come from quotations: no other policy of the demo has them. */
const QUOTED_POLICIES = 6_000;
/** Quotations are asked for in these last days. */
const RECENT_DAYS = 120;

/**
 * The quotations and documents of one customer, from the day on which they were won until
 * yesterday.
 */
export function documentsAndQuotations(
  customer: number,
  name: string,
  wonDaysAgo: number,
  today: Day,
): Moment[] {
  const throws = dice(QUOTATION_SERIES + customer);
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
): Moment[] {
  const madeAgo = 1 + throws.below(within);
  const policyNumber = QUOTED_POLICIES + customer * 4 + number;
  const offered = demoPolicy(policyNumber, addDays(today, -madeAgo));
  const moments: Moment[] = [
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

/** What the customer brought along when they came, and what the insurer sent. */
function documents(throws: Dice, customer: number, name: string, wonDaysAgo: number): Moment[] {
  const first = firstNameOf(name);
  const file = (
    part: number,
    document: number,
    documentType: DocumentType,
    fileName: string,
    shows: readonly string[] | number,
  ): Moment[] => {
    if (!throws.chance(part)) return [];
    const isOfPolicy = documentType !== 'kyc';
    const act = { type: 'file', document, documentType, fileName, shows, isOfPolicy } as const;
    return [{ daysAgo: wonDaysAgo, act }];
  };
  const ofWhom = `Customer ${customer} of the demo`;
  return [
    ...file(0.55, 1, 'kyc', `PAN ${first}.png`, customer),
    ...file(0.35, 2, 'kyc', `Aadhaar ${first} masked.png`, customer + 7),
    ...file(0.3, 3, 'policy_document', `Policy schedule ${first}.pdf`, [
      'Policy schedule (specimen)',
      ofWhom,
      'This page stands for the paper that an insurer sends.',
    ]),
    ...file(0.07, 4, 'claim_document', `Hospital bill ${first}.pdf`, [
      'Hospital bill (specimen)',
      ofWhom,
      'Admission, theatre, medicines and room rent for three days.',
    ]),
  ];
}
