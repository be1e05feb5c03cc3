import { ClaimRequirementInput, ClaimStepInput } from '@insuremanager/contracts/claims/claimFields';
import {
  CHECKLISTS,
  type ClaimKind,
  type ClaimStage,
  type ClaimStep,
} from '@insuremanager/contracts/claims/claimKinds';
import type { ClaimRequirement } from '@insuremanager/contracts/claims/claimRequirements';
import { claimRecord } from '@insuremanager/contracts/claims/claimViews';
import { lostBonus } from '@insuremanager/contracts/claims/claimWarnings';
import { addDays, daysBetween } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { createAgency } from '../../agency/index.js';
import { createClaims } from '../../claims/index.js';
import { Refusal } from '../../platform/errors.js';
import { by } from '../../platform/testing/serviceFixture.js';
import type { AgencyModel } from './agencyModel.js';
import type { Chance } from './chance.js';
import type { ReminderFixture } from './reminderFixture.js';

/** What the claims of an agency must be, told without any of the product’s rules. */
interface Story {
  readonly id: number;
  readonly policyId: number;
  readonly kind: ClaimKind;
  readonly intimatedOn: Day;
  claimed: bigint;
  approved: bigint;
  settled: bigint;
  readonly steps: { readonly stage: ClaimStage; readonly on: Day }[];
  readonly missing: Set<ClaimRequirement>;
  completeOn: Day | null;
  readonly requests: number[];
}

const KINDS = {
  health: ['cashless', 'reimbursement', 'death'],
  vehicle: ['own_damage', 'theft', 'third_party', 'death'],
} as const;
/** How many documents each needs. */
const DOCUMENTS: Readonly<Record<ClaimKind, number>> = {
  ...{ cashless: 4, reimbursement: 8, own_damage: 7, third_party: 5, theft: 7, death: 6 },
};
const isOver = (stage: ClaimStage): boolean => /settled|repudiated|withdrawn/.test(stage);
const isDamage = (kind: ClaimKind): boolean => kind === 'own_damage' || kind === 'theft';
const now = ({ steps }: Story): Story['steps'][number] => steps.at(-1) as Story['steps'][number];
const isOpen = (story: Story): boolean => !isOver(now(story).stage);
const rupees = (paise: bigint): string => {
  const digits = String(paise).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const inOrder = <One>(some: Iterable<One>): One[] => [...some].sort();

/** Where a claim may go: to any stage but its own; once decided, not back on its way. */
function stepsOf(story: Story): ClaimStep[] {
  const { stage } = now(story);
  if (isOver(stage)) return ['query'];
  if (stage === 'approved') return ['settled', 'query', 'repudiated', 'withdrawn'];
  const all: ClaimStep[] = ['documents', 'query', 'approved', 'repudiated', 'withdrawn'];
  if (isDamage(story.kind)) all.push('survey');
  return all.filter((one) => one !== stage);
}

/** The insurer’s last day in time: a surveyor on the next day, a report or a decision within 15. */
function dueOf(story: Story): Day | null {
  const { kind, completeOn } = story;
  const { stage, on } = now(story);
  if (isOver(stage) || stage === 'approved') return null;
  if (stage === 'survey') return addDays(on, 15);
  if (stage === 'intimated' && isDamage(kind)) return addDays(on, 1);
  if (stage === 'intimated' && kind === 'cashless') return on;
  if ((kind !== 'reimbursement' && kind !== 'death') || completeOn === null) return null;
  return addDays(completeOn > on ? completeOn : on, 15);
}

function numberOf({ id, intimatedOn }: Story): string {
  const year = Number(intimatedOn.slice(0, 4)) - (intimatedOn.slice(5, 7) < '04' ? 1 : 0);
  return `CL-${year}-${String(year + 1).slice(2)}-${id}`;
}

interface Parts {
  readonly fixture: ReminderFixture;
  readonly model: AgencyModel;
  readonly chance: Chance;
}

/** Claims through a year: what is done, to the product and to a model alike, and what comes out. */
export function claimYear({ fixture, model, chance }: Parts) {
  const { customers, policies, platform, readModels } = fixture;
  const claims = createClaims(platform, readModels, {
    ...{ customers, policies },
    documents: { besideNow: () => Promise.reject(new Error('No files')) },
    agency: createAgency(platform, { name: 'Malabar Brokers' }),
  });
  const stories: Story[] = [];
  /** How much was refused as it had to be. */
  let refused = 0;

  const refuses = async (code: string, work: () => Promise<unknown>): Promise<void> => {
    const error = await work().catch((reason: unknown) => reason);
    const codes =
      error instanceof Refusal ? [error.code, ...error.fields.map((one) => one.code)] : [];
    if (!codes.includes(code)) throw new Error(`Not refused as ${code}`, { cause: error });
    refused += 1;
  };

  const intimate = async (today: Day): Promise<void> => {
    const term = chance.pick([...model.terms.values()]);
    const last = term.endDate < today ? term.endDate : today;
    const lossDate = addDays(last, -chance.below(20));
    // A term that begins a moment ago, or later.
    if (lossDate < addDays(term.endDate, -300)) return;
    const intimatedOn = addDays(lossDate, chance.below(daysBetween(lossDate, today) + 1));
    const kind = chance.pick(KINDS[term.kind]);
    const claimed = BigInt(1 + chance.below(4_00_000_00));
    const typed = {
      policyId: term.id,
      kind,
      lossDate,
      intimatedOn,
      amountClaimed: rupees(claimed),
    };
    const create = (fields: object = {}) =>
      claims.create(claimRecord.input.parse({ ...typed, ...fields }), by());
    if (term.endDate < today) {
      const after = { lossDate: addDays(term.endDate, 1), intimatedOn: today };
      await refuses('loss-outside-term', () => create(after));
    }
    const { record } = await create();
    const missing = new Set(CHECKLISTS[kind]);
    if (missing.size !== DOCUMENTS[kind]) throw new Error(`A ${kind} needs other documents`);
    stories.push({
      ...{
        id: record.id,
        policyId: term.id,
        kind,
        intimatedOn,
        claimed,
        approved: 0n,
        settled: 0n,
      },
      ...{ steps: [{ stage: 'intimated', on: intimatedOn }], missing, completeOn: null },
      requests: [],
    });
  };

  const step = async (story: Story, today: Day): Promise<void> => {
    const { on: since } = now(story);
    const on = addDays(since, chance.below(daysBetween(since, today) + 1));
    const stage = chance.pick(stepsOf(story));
    const most = stage === 'approved' ? story.claimed : story.approved;
    const amount = chance.happens(0.5) || most < 2n ? most : most / 2n;
    const move = (fields: object) =>
      claims.move(
        story.id,
        ClaimStepInput.parse({
          stage,
          on,
          amount: rupees(amount),
          reason: 'By the dice',
          ...fields,
        }),
        by(),
      );
    if (chance.happens(0.2)) {
      await refuses('before-last-step', () => move({ on: addDays(since, -1) }));
    }
    const isPaid = stage === 'approved' || stage === 'settled';
    if (isPaid && chance.happens(0.2)) await refuses('amount-missing', () => move({ amount: '0' }));
    await move({});
    story.steps.push({ stage, on });
    if (stage === 'approved') story.approved = amount;
    if (stage === 'settled') story.settled = amount;
  };

  const mark = async (story: Story, requirement: ClaimRequirement, today: Day): Promise<void> => {
    const isMissing = story.missing.has(requirement);
    const next = isMissing ? chance.pick(['received', 'not_needed']) : 'missing';
    const input = ClaimRequirementInput.parse({ requirement, mark: next });
    await claims.markRequirement(story.id, input, by());
    if (isMissing) story.missing.delete(requirement);
    else story.missing.add(requirement);
    story.completeOn = story.missing.size > 0 ? null : (story.completeOn ?? today);
  };

  const ask = async (story: Story): Promise<void> => {
    const work = () => claims.requestDocuments(story.id, { channel: 'whatsapp' }, by());
    if (!isOpen(story)) return refuses('claim-closed', work);
    if (story.missing.size === 0) return refuses('nothing-missing', work);
    await work();
    story.requests.push(story.missing.size);
  };

  const correct = async (story: Story): Promise<void> => {
    story.claimed = BigInt(1 + chance.below(4_00_000_00));
    const patch = claimRecord.patch.parse({ amountClaimed: rupees(story.claimed) });
    await claims.update(story.id, patch, by());
  };

  const remove = async (story: Story): Promise<void> => {
    await claims.delete(story.id, by());
    stories.splice(stories.indexOf(story), 1);
  };

  const asShown = async (today: Day) => {
    const { items } = await claims.list({
      filter: {},
      ...{ sort: 'added', direction: 'asc', limit: 1000 },
    });
    const progress = await Promise.all(items.map(({ id }) => claims.progress(id)));
    const terms = [...new Set(stories.map(({ policyId }) => policyId))];
    const open = await claims.openOf(terms);
    const ofTerms = await Promise.all(
      terms.map((policyId) =>
        claims.list({ filter: { policyId }, sort: 'added', direction: 'asc', limit: 50 }),
      ),
    );
    return {
      today,
      cards: await claims.cards(),
      overdue: (await claims.count({ overdue: true })).count,
      lacking: inOrder((await claims.lackingDocuments(1000)).map(({ id }) => id)),
      claims: items
        .map((one, at) => {
          const { steps, nextSteps, requests, checklist } = progress[at] as (typeof progress)[0];
          const { claimNumber, stage, stageOn, dueOn, missingDocuments } = one;
          return {
            ...{ id: one.id, claimNumber, stage, stageOn, dueOn, missingDocuments },
            amounts: [one.amountClaimed, one.amountApproved, one.amountSettled],
            steps: steps.map((taken) => [taken.stage, taken.on, taken.days]),
            nextSteps: inOrder(nextSteps),
            requests: requests.map(({ documents }) => documents),
            missing: inOrder(
              checklist.flatMap((of) => (of.mark === 'missing' ? [of.requirement] : [])),
            ),
          };
        })
        .sort((a, b) => a.id - b.id),
      termsWithOpen: inOrder(open.keys()),
      /** Of which terms the next one loses its bonus. */
      lostBonus: inOrder(terms.filter((_, at) => lostBonus(ofTerms[at]?.items ?? [], 20))),
    };
  };

  const asToldBy = (today: Day): Awaited<ReturnType<typeof asShown>> => {
    const open = stories.filter(isOpen);
    const overdue = open.filter((one) => (dueOf(one) ?? today) < today).length;
    const lacking = open.filter(({ missing }) => missing.size > 0);
    const settled = stories.reduce((sum, one) => sum + one.settled, 0n);
    const costsBonus = (one: Story) =>
      isDamage(one.kind) && !/repudiated|withdrawn/.test(now(one).stage);
    return {
      today,
      cards: {
        ...{ open: open.length, overdue, lackDocuments: lacking.length },
        amountSettled: rupees(settled),
      },
      overdue,
      lacking: inOrder(lacking.map(({ id }) => id)),
      claims: stories.map((one) => {
        const { stage, on } = now(one);
        return {
          ...{ id: one.id, claimNumber: numberOf(one), stage, stageOn: on, dueOn: dueOf(one) },
          missingDocuments: one.missing.size,
          amounts: [one.claimed, one.approved, one.settled].map(rupees),
          steps: one.steps.map((taken, at) => {
            const until = one.steps[at + 1]?.on ?? (isOver(taken.stage) ? taken.on : today);
            return [taken.stage, taken.on, daysBetween(taken.on, until)];
          }),
          nextSteps: inOrder(stepsOf(one)),
          requests: one.requests,
          missing: inOrder(one.missing),
        };
      }),
      termsWithOpen: inOrder(new Set(open.map(({ policyId }) => policyId))),
      lostBonus: inOrder(new Set(stories.filter(costsBonus).map(({ policyId }) => policyId))),
    };
  };

  return {
    /** What is done on a day. */
    async pass(today: Day): Promise<void> {
      for (let at = 0; at < 2; at += 1) if (chance.happens(0.7)) await intimate(today);
      for (const story of stories.filter(isOpen)) {
        const [next] = story.missing;
        if (next && chance.happens(0.3)) await mark(story, next, today);
        if (chance.happens(0.12)) await step(story, today);
        if (chance.happens(0.03)) await ask(story);
      }
      if (stories.length === 0) return;
      const some = (): Story => chance.pick(stories);
      if (chance.happens(0.1)) await correct(some());
      const taken = some();
      const back = CHECKLISTS[taken.kind].find((one) => !taken.missing.has(one));
      if (back && chance.happens(0.1)) await mark(taken, back, today);
      const over = stories.filter((one) => !isOpen(one));
      if (over.length > 0 && chance.happens(0.05)) await step(chance.pick(over), today);
      if (chance.happens(0.05)) await remove(some());
    },

    /** All of the claims on a day, as the product shows it, and the model. The lists are up to date. */
    async standing(today: Day) {
      return { product: await asShown(today), model: asToldBy(today) };
    },

    /** So that a year in which nothing happened is noticed. */
    happened: () => ({
      ...{ claims: stories.length, refused },
      settled: stories.filter(({ settled }) => settled > 0n).length,
    }),
  };
}
