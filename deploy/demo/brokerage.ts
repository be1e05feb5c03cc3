import type { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { Agency } from '@insuremanager/services/agency/index';
import type { Identity } from '@insuremanager/services/identity/index';
import type { Actor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';

/** Somebody of the demo's brokerage, who can sign in. */
export interface DemoUser {
  readonly username: string;
  readonly role: Role;
}

/** Of every user of the demo but the admin. It is printed, so it guards nothing. */
export const DEMO_PASSWORD = 'coconut-lagoon-42';

/** Made by the first start. */
export const DEMO_ADMIN: DemoUser = { username: 'admin', role: 'admin' };

export const DEMO_USERS = {
  anitha: { username: 'anitha', role: 'agent' },
  shabana: { username: 'shabana', role: 'agent' },
  rahul: { username: 'rahul', role: 'manager' },
  leela: { username: 'leela', role: 'auditor' },
  vivek: { username: 'vivek', role: 'analyst' },
} as const satisfies Record<string, DemoUser>;

/** The brokerage of the demo: a name that nobody has, at addresses that reach nobody. */
export const DEMO_LETTERHEAD = {
  name: 'Malabar Insurance Brokers',
  address: '2nd Floor, Lagoon Towers, Marine Drive, Kochi 682031, Kerala',
  phone: '+91 484 000 0142',
  email: 'office@malabar-brokers.example',
  website: 'www.malabar-brokers.example',
  licence: 'IRDAI/DB 000/26 (demo)',
  gstin: '32AABCM7431K1ZK',
  upiAddress: 'malabar-brokers@example',
} satisfies Partial<AgencySettingsInput>;

interface Parts {
  readonly agency: Pick<Agency, 'change'>;
  readonly identity: Pick<Identity, 'users' | 'operations'>;
  /** Of the story: what is done at a time is said to have happened then. */
  readonly clock: { at<Result>(time: Date, work: () => Promise<Result>): Promise<Result> };
}

/** A command of the demo, under the same name for ever: twice is once. */
export function demoCommand(key: string, actor: Actor): CommandContext {
  const commandId = namedUuid('demo', key);
  return { commandId, correlationId: commandId, actor };
}

/** The users of the story under the numbers that they have in an installation, by username. */
export type DemoActors = ReadonlyMap<string, Actor>;

/**
 * Adds the users who are missing, as the admin did on the day on which the story begins. Twice is
 * once. @throws when there is no admin yet: the first start makes one.
 */
export async function addDemoUsers(
  { identity, clock }: Omit<Parts, 'agency'>,
  since: Date,
): Promise<DemoActors> {
  const before = await identity.users.list();
  const found = before.find(({ role, status }) => role === 'admin' && status === 'active');
  if (!found) throw new Error('There is no administrator yet, who would add the others');
  const admin: Actor = { userId: found.id, username: found.username, role: found.role };
  for (const user of Object.values(DEMO_USERS)) {
    if (before.some(({ username }) => username === user.username)) continue;
    const context = demoCommand(`user/${user.username}`, admin);
    const email = `${user.username}@malabar-brokers.example`;
    const added = { ...user, email, password: DEMO_PASSWORD };
    await clock.at(since, () => identity.operations.add(added, context));
  }
  const actors = (await identity.users.list()).map(
    ({ id: userId, username, role }) => [username, { userId, username, role }] as const,
  );
  return new Map([...actors, [DEMO_ADMIN.username, admin]]);
}

/** What quotations and emails of the demo begin with. Twice is once. */
export async function setDemoLetterhead(
  { agency, clock }: Omit<Parts, 'identity'>,
  actors: DemoActors,
  since: Date,
): Promise<void> {
  const actor = actors.get(DEMO_ADMIN.username);
  if (!actor) throw new Error('There is no administrator yet, who would set the letterhead');
  const context = demoCommand('letterhead', actor);
  await clock.at(since, () => agency.change(DEMO_LETTERHEAD, context));
}

/** What the start of the demo says of them. */
export const demoUserLines = (): string[] => {
  const users = Object.values(DEMO_USERS).map(({ username, role }) => `${username} (${role})`);
  return ['  The others of the demo:', `    ${users.join(', ')}`, `    password  ${DEMO_PASSWORD}`];
};
