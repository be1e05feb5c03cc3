import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { DoneInput } from '@insuremanager/contracts/tasks/taskFields';
import { taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import type { Services } from '../roles/openServices.js';
import { DEMO_USERS, type DemoActors, demoCommand } from './brokerage.js';
import type { StoryClock } from './seed.js';

const DAY_MS = 86_400_000;

/** What was noted of a customer so many days ago; what is due so many days from today. */
interface TaskStory {
  readonly text: string;
  readonly kind: 'task' | 'note' | 'call';
  readonly ago: number;
  readonly dueIn?: number;
  readonly dueAt?: string;
  readonly repeats?: 'weekly' | 'monthly';
  readonly isDone?: boolean;
  /** About nobody. */
  readonly isOwn?: boolean;
}

const TASKS: readonly TaskStory[] = [
  { text: 'Rang 4 pm, call back on Friday', kind: 'call', ago: 3, dueIn: 0, dueAt: '16:00' },
  { text: 'Prefers WhatsApp in the evening', kind: 'note', ago: 40 },
  { text: 'Send the proposal form', kind: 'task', ago: 5, dueIn: -1 },
  { text: 'Collect the cheque', kind: 'task', ago: 2, dueIn: 0, dueAt: '11:00' },
  { text: 'Asked for a cover for her parents', kind: 'call', ago: 12, dueIn: 2 },
  { text: 'Daughter joins the policy in June', kind: 'note', ago: 25 },
  { text: 'Take the policy to the office', kind: 'task', ago: 9, dueIn: -6, isDone: true },
  { text: 'Wants to compare two insurers', kind: 'call', ago: 1, dueIn: 0 },
  {
    text: 'Check the insurers’ statements',
    kind: 'task',
    ago: 20,
    dueIn: 0,
    repeats: 'monthly',
    isOwn: true,
  },
  { text: 'Order brochures', kind: 'task', ago: 6, dueIn: 4, isOwn: true },
];

interface Parts extends Pick<Services, 'customers' | 'tasks'> {
  readonly clock: StoryClock;
  readonly actors: DemoActors;
}

/** Notes and tasks of an agent’s customers, who are in the lists already; twice is once. */
export async function seedTasks({ customers, tasks, clock, actors }: Parts): Promise<void> {
  const now = clock.now().getTime();
  const dayIn = (days: number) => kolkataDay(new Date(now + days * DAY_MS));
  const actor = actors.get(DEMO_USERS.anitha.username);
  if (!actor) throw new Error('The demo has no agents yet');
  const { items } = await customers.list({
    ...{ filter: {}, sort: 'name', direction: 'asc', limit: TASKS.length },
  });
  for (const [nth, { text, kind, ago, dueIn, dueAt, repeats, isDone, isOwn }] of TASKS.entries()) {
    const customer = items[nth];
    // A small demo has fewer.
    if (!customer) continue;
    const input = taskRecord.input.parse({
      ...{ text, kind, dueAt, repeats, ...(dueIn !== undefined && { dueOn: dayIn(dueIn) }) },
      ...(!isOwn && { onRecord: 'customer', onId: customer.id }),
    });
    const { record } = await clock.at(new Date(now - ago * DAY_MS), () =>
      tasks.create(input, demoCommand(`task-${nth}`, actor)),
    );
    if (!isDone) continue;
    const done = DoneInput.parse({});
    await tasks.finish(record.id, done, demoCommand(`task-${nth}/done`, actor));
  }
}
