import type { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import type { Agency } from '@insuremanager/services/agency/index';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import { DEMO_ADMIN, type DemoActors } from './users.js';

/** The brokerage of the demo: a name that nobody has, at addresses that reach nobody. */
export const DEMO_LETTERHEAD = {
  name: 'Malabar Insurance Brokers',
  address: '2nd Floor, Lagoon Towers, Marine Drive, Kochi 682031, Kerala',
  phone: '+91 484 000 0142',
  email: 'office@malabar-brokers.example',
  website: 'www.malabar-brokers.example',
  licence: 'IRDAI/DB 000/26 (demo)',
  gstin: '32AABCM7431K1ZK',
} satisfies Partial<AgencySettingsInput>;

interface Parts {
  readonly agency: Pick<Agency, 'change'>;
  readonly clock: { at<Result>(time: Date, work: () => Promise<Result>): Promise<Result> };
}

/** What quotations and emails of the demo begin with. Twice is once. */
export async function setDemoLetterhead(
  { agency, clock }: Parts,
  actors: DemoActors,
  since: Date,
): Promise<void> {
  const actor = actors.get(DEMO_ADMIN.username);
  if (!actor) throw new Error('There is no administrator yet, who would set the letterhead');
  const commandId = namedUuid('demo', 'letterhead');
  const context = { commandId, correlationId: commandId, actor };
  await clock.at(since, () => agency.change(DEMO_LETTERHEAD, context));
}
