import { HEALTH_QUOTE_FORM, VEHICLE_QUOTE_FORM } from './quoteLinks';

/** What a kind of insurance pays for, in general; the policy's own wording counts. */
export interface Cover {
  readonly name: string;
  readonly pays: string;
}

export interface Service {
  /** Of its card; its cover panel is `<id>-cover`. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly bullets: readonly [string, string, string];
  readonly covers: readonly Cover[];
  /** What people find out too late when nobody tells them. */
  readonly notes: readonly string[];
  /** The form in which a quote for it is asked for. */
  readonly quoteForm: string;
}

export const LIFE_AND_HEALTH: Service = {
  id: 'life-health',
  quoteForm: HEALTH_QUOTE_FORM,
  title: 'Life & Health Insurance',
  summary: 'For the people who depend on you, and for the bills that nobody plans for.',
  bullets: [
    'Term life, savings and pension plans',
    'Health cover for one person, a family or a team',
    'Travel cover for trips in India and abroad',
  ],
  covers: [
    {
      name: 'Term life',
      pays: 'The sum assured to your nominee if you die during the term. Riders add critical illness, accident or waiver of premium.',
    },
    {
      name: 'Savings and pension',
      pays: 'A lump sum or a regular income later, with life cover meanwhile. We show what is guaranteed and what depends on the market.',
    },
    {
      name: 'Health',
      pays: 'Hospital stays, costs before and after them, and day-care treatment, cashless in the insurer’s network. Individual, family floater or group.',
    },
    {
      name: 'Travel',
      pays: 'Emergency treatment away from home, lost baggage or passport, delays and cancellation.',
    },
  ],
  notes: [
    'Illnesses you already have are covered after a waiting period. Name them when you apply: what is left out can cost the claim.',
    'Look for limits on room rent and for co-payment. They decide how much of a bill is yours.',
  ],
};

export const MOTOR_PROPERTY_BUSINESS: Service = {
  id: 'motor-property-business',
  quoteForm: VEHICLE_QUOTE_FORM,
  title: 'Motor, Property & Business Insurance',
  summary: 'For what you have built: on the road, at home and at work.',
  bullets: [
    'Cars, two-wheelers and commercial vehicles',
    'Homes and what is in them, flood and storm included',
    'Shops, stock, liability and goods in transit',
  ],
  covers: [
    {
      name: 'Motor',
      pays: 'Third-party liability, which the law requires, and damage to your own vehicle by accident, fire, theft or flood. Add-ons cover the engine in water, depreciation and breakdown.',
    },
    {
      name: 'Home',
      pays: 'The building and its contents against fire, storm, flood, landslide and burglary.',
    },
    {
      name: 'Business',
      pays: 'Premises, stock and machinery; liability towards the public and employees; loss of income after a fire where you choose it.',
    },
    {
      name: 'Goods in transit',
      pays: 'What you send by road, rail, sea or air, for one journey or all year.',
    },
  ],
  notes: [
    'A no-claim bonus is yours, not the vehicle’s: it goes with you to the next one, if the renewal is in time.',
    'Insure a building for what it costs to build again. Too small a sum makes every claim smaller.',
  ],
};
