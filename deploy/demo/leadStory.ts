import { LeadMoveInput } from '@insuremanager/contracts/leads/leadFields';
import { leadRecord } from '@insuremanager/contracts/leads/leadViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Services } from '../roles/openServices.js';
import { DEMO_USERS, type DemoActors, demoCommand } from './brokerage.js';
import type { StoryClock } from './seed.js';

const DAY_MS = 86_400_000;

interface LeadStory {
  readonly name: string;
  readonly phone: string;
  readonly email?: string;
  readonly pincode?: string;
  readonly interest: 'health' | 'vehicle' | 'other';
  readonly source: 'call' | 'email' | 'walk_in' | 'referral' | 'spreadsheet';
  readonly details: string;
  /** Days ago. */
  readonly ago: number;
  readonly nextStep?: string;
  /** Days from today. */
  readonly nextIn?: number;
  readonly becomes?: 'contacted' | 'won' | 'lost';
  readonly reason?: 'price' | 'bought_elsewhere' | 'no_answer';
}

const LEADS: readonly LeadStory[] = [
  {
    ...{ name: 'Anjali Kurup', phone: '9847055101', pincode: '682016', interest: 'health' },
    ...{ source: 'call', details: 'Herself and two children, 34, 8 and 5', ago: 1 },
  },
  {
    ...{ name: 'Shaji Mathew', phone: '9847055102', pincode: '695001', interest: 'vehicle' },
    ...{ source: 'referral', details: 'A two-wheeler of 2023; sent by Lakshmi', ago: 3 },
    ...{ nextStep: 'Send two offers', nextIn: 0, becomes: 'contacted' },
  },
  {
    ...{ name: 'Farida Rahman', phone: '9847055103', email: 'farida@example.in' },
    ...{ interest: 'health', source: 'email', details: 'Her parents, 66 and 71', ago: 9 },
    ...{ nextStep: 'Ask for their reports', nextIn: 4, becomes: 'contacted' },
  },
  {
    ...{ name: 'Thomas Varghese', phone: '9847055104', interest: 'other', source: 'walk_in' },
    ...{ details: 'A shop in Aluva, its stock', ago: 30, becomes: 'won' },
  },
  {
    ...{ name: 'Deepa Shenoy', phone: '9847055105', interest: 'vehicle', source: 'call' },
    ...{ details: 'A car of 2019, cover ends soon', ago: 45, becomes: 'lost', reason: 'price' },
  },
  {
    ...{ name: 'Hari Prasad', phone: '9847055106', interest: 'health', source: 'spreadsheet' },
    ...{ details: 'From the fair in Kochi', ago: 60, becomes: 'lost', reason: 'no_answer' },
  },
];

interface Parts extends Pick<Services, 'leads'> {
  readonly clock: StoryClock;
  readonly actors: DemoActors;
}

/** Who asked for a quote, and what became of it; twice is once. */
export async function seedLeads({ leads, clock, actors }: Parts): Promise<void> {
  const now = clock.now().getTime();
  const actor = actors.get(DEMO_USERS.anitha.username);
  if (!actor) throw new Error('The demo has no agents yet');
  for (const [nth, { ago, nextIn, becomes, reason, ...told }] of LEADS.entries()) {
    const input = leadRecord.input.parse({
      ...told,
      ...(nextIn !== undefined && { nextStepOn: kolkataDay(new Date(now + nextIn * DAY_MS)) }),
    });
    const { record } = await clock.at(new Date(now - ago * DAY_MS), () =>
      leads.create(input, demoCommand(`lead-${nth}`, actor)),
    );
    if (!becomes) continue;
    const move = LeadMoveInput.parse({ status: becomes, reason });
    await clock.at(new Date(now - (ago - 1) * DAY_MS), () =>
      leads.move(record.id, move, demoCommand(`lead-${nth}/${becomes}`, actor)),
    );
  }
}
