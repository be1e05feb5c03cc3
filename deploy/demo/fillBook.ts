import { caughtUp, type Services } from '../roles/openServices.js';
import type { DemoActors } from './brokerage.js';
import { seedClaims } from './claimStory.js';
import { seedCommission } from './commissionStory.js';
import { seedFamilies } from './familyStory.js';
import { seedLeads } from './leadStory.js';
import { seedPremiums } from './premiumStory.js';
import { seedPrivacyDesk } from './privacyStory.js';
import { onQuietDay, remindDemo } from './reminders.js';
import { type Seeded, type StoryClock, seedDemo } from './seed.js';
import { seedTasks } from './taskStory.js';

/** How long lists may take to show all of it, in milliseconds. */
const TIMEOUT_MS = 30_000;

interface Parts {
  readonly services: Services;
  readonly clock: StoryClock;
  readonly actors: DemoActors;
  /** How many customers, from one on; undefined: as many as every demo. */
  readonly size: number | undefined;
  onProgress?(done: number, total: number): void;
}

/** The whole book of the demo; the read models are being projected. Twice is once. */
export async function fillBook(parts: Parts): Promise<Seeded & { readonly asked: number }> {
  const { services, clock, actors, size, onProgress } = parts;
  const by = { ...services, clock, actors };
  const shown = () => caughtUp(services, TIMEOUT_MS);
  return onQuietDay(by, async () => {
    const seeded = await seedDemo({ ...by, size, ...(onProgress && { onProgress }) });
    await shown();
    await seedPremiums(by);
    await seedFamilies(by);
    await seedPrivacyDesk(by);
    await seedClaims(by);
    await seedTasks(by);
    await seedLeads(by);
    await seedCommission({ ...by, caughtUp: shown });
    return { ...seeded, asked: await remindDemo(by) };
  });
}
