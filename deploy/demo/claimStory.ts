import { ClaimRequirementInput, ClaimStepInput } from '@insuremanager/contracts/claims/claimFields';
import {
  CHECKLISTS,
  type ClaimKind,
  type ClaimStep,
} from '@insuremanager/contracts/claims/claimKinds';
import { claimRecord } from '@insuremanager/contracts/claims/claimViews';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Services } from '../roles/openServices.js';
import { DEMO_USERS, type DemoActors, demoCommand } from './brokerage.js';
import type { StoryClock } from './seed.js';

const DAY_MS = 86_400_000;

interface ClaimStory {
  readonly kind: ClaimKind;
  readonly lossAgo: number;
  /** Rupees. */
  readonly claimed: number;
  readonly provider: string | null;
  readonly surveyor?: string;
  /** How many documents of its checklist came, a day after the intimation. */
  readonly documents: number;
  /** The steps that it took, so many days ago; amounts in rupees. */
  readonly steps: readonly (readonly [ClaimStep, ago: number, amount?: number, reason?: string])[];
}

const HEALTH: readonly ClaimStory[] = [
  {
    ...{ kind: 'reimbursement', lossAgo: 64, claimed: 82_500, provider: 'Lakeshore Hospital' },
    documents: 8,
    steps: [
      ['documents', 58],
      ['approved', 41, 78_200, 'Gloves, registration and visitor charges are not covered'],
      ['settled', 36, 78_200],
    ],
  },
  {
    ...{ kind: 'cashless', lossAgo: 3, claimed: 1_45_000, provider: 'Aster Medcity', documents: 4 },
    steps: [['approved', 2, 1_20_000, 'Room rent above the limit of the policy']],
  },
  {
    ...{ kind: 'reimbursement', lossAgo: 26, claimed: 41_300, provider: 'Medical Trust Hospital' },
    documents: 5,
    steps: [['documents', 22]],
  },
  {
    ...{ kind: 'reimbursement', lossAgo: 33, claimed: 19_800, provider: 'Sunrise Hospital' },
    ...{ documents: 8, steps: [['documents', 29]] },
  },
  {
    ...{
      kind: 'cashless',
      lossAgo: 1,
      claimed: 60_000,
      provider: 'Rajagiri Hospital',
      documents: 2,
    },
    steps: [],
  },
  {
    ...{
      kind: 'reimbursement',
      lossAgo: 90,
      claimed: 12_400,
      provider: 'City Clinic',
      documents: 6,
    },
    steps: [
      ['documents', 85],
      ['query', 70, 0, 'Since when is the illness known?'],
      ['repudiated', 52, 0, 'Within the waiting period of the policy'],
    ],
  },
];
const VEHICLE: readonly ClaimStory[] = [
  {
    ...{
      kind: 'own_damage',
      lossAgo: 12,
      claimed: 38_700,
      provider: 'Popular Motors',
      documents: 4,
    },
    ...{
      surveyor: 'K. Suresh',
      steps: [
        ['documents', 10],
        ['survey', 9],
      ],
    },
  },
  {
    ...{ kind: 'own_damage', lossAgo: 47, claimed: 64_000, provider: 'Indus Motors', documents: 7 },
    surveyor: 'Mini Joseph',
    steps: [
      ['survey', 44],
      ['approved', 30, 55_500, 'Depreciation on plastic parts'],
      ['settled', 24, 55_500],
    ],
  },
  {
    ...{ kind: 'theft', lossAgo: 71, claimed: 85_000, provider: null, surveyor: 'K. Suresh' },
    ...{
      documents: 4,
      steps: [
        ['documents', 66],
        ['survey', 40],
      ],
    },
  },
  {
    ...{ kind: 'third_party', lossAgo: 38, claimed: 2_50_000, provider: null, documents: 3 },
    steps: [['documents', 30]],
  },
  {
    ...{ kind: 'own_damage', lossAgo: 4, claimed: 15_200, provider: 'Sai Service', documents: 1 },
    steps: [],
  },
  {
    ...{ kind: 'own_damage', lossAgo: 55, claimed: 3_800, provider: 'Local garage', documents: 2 },
    steps: [['withdrawn', 50, 0, 'Below the compulsory deductible']],
  },
];

interface Parts extends Pick<Services, 'policies' | 'claims'> {
  readonly clock: StoryClock;
  readonly actors: DemoActors;
}

/** Losses under policies that were in force then. The policies are in the lists already; twice is once. */
export async function seedClaims(parts: Parts): Promise<void> {
  await seedClaimsOf('health', HEALTH, parts);
  await seedClaimsOf('vehicle', VEHICLE, parts);
}

async function seedClaimsOf(
  kind: PolicyKind,
  stories: readonly ClaimStory[],
  { policies, claims, clock, actors }: Parts,
): Promise<void> {
  const now = clock.now().getTime();
  const dayAgo = (days: number) => kolkataDay(new Date(now - days * DAY_MS));
  const earliest = dayAgo(Math.max(...stories.map(({ lossAgo }) => lossAgo)));
  const { items } = await policies.list({
    filter: { kind, statuses: ['active'], startsTo: earliest },
    ...{ sort: 'ends', direction: 'desc', limit: stories.length * 3 },
  });
  const { anitha, shabana } = DEMO_USERS;
  for (const [at, one] of stories.entries()) {
    const policy = items[at * 3];
    // A small demo has fewer.
    if (!policy) continue;
    const by = (step: string) => {
      const actor = actors.get((at % 3 === 2 ? shabana : anitha).username);
      if (!actor) throw new Error('The demo has no agents yet');
      return demoCommand(`claim-${kind}-${at}/${step}`, actor);
    };
    const { lossAgo, claimed: amountClaimed, provider, surveyor, documents, steps } = one;
    const intimatedAgo = Math.max(0, lossAgo - 1);
    const input = claimRecord.input.parse({
      ...{ policyId: policy.id, kind: one.kind, lossDate: dayAgo(lossAgo), provider, surveyor },
      ...{ intimatedOn: dayAgo(intimatedAgo), amountClaimed },
    });
    const ago = <Result>(days: number, work: () => Promise<Result>): Promise<Result> =>
      clock.at(new Date(now - days * DAY_MS), work);
    const { record } = await ago(intimatedAgo, () => claims.create(input, by('intimated')));
    for (const requirement of CHECKLISTS[one.kind].slice(0, documents)) {
      const marked = ClaimRequirementInput.parse({ requirement, mark: 'received' });
      await ago(Math.max(0, intimatedAgo - 1), () =>
        claims.markRequirement(record.id, marked, by(requirement)),
      );
    }
    for (const [stage, days, amount = 0, reason = null] of steps) {
      const step = ClaimStepInput.parse({ stage, on: dayAgo(days), amount, reason });
      await ago(days, () => claims.move(record.id, step, by(stage)));
    }
  }
}
