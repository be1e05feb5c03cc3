import { createIdentity } from '@insuremanager/services/identity/index';
import type { Clock } from '@insuremanager/services/platform/clock';
import type { Logger } from '@insuremanager/services/platform/logger';
import { backUp, restore } from '../backup/index.js';
import { type Adapters, mailFolder, openAdapters } from '../roles/adapters.js';
import type { Services } from '../roles/openServices.js';
import { publicUrlOf, type Settings } from '../settings.js';
import { withServices } from '../start/command.js';
import type { Answer, Output } from './answer.js';
import { copyLog } from './copyLog.js';
import { makeEventStoreUser } from './eventStoreUser.js';
import { exportFile } from './exportFile.js';
import { deleteEmails, listEmails } from './mail.js';
import { discard, parkedEvents, relayFrom, retry } from './parked.js';
import type { Operations } from './program.js';
import { prune } from './prune.js';
import { rebuild } from './rebuild.js';
import { rotateKeys } from './rotateKeys.js';
import { setAsideEvents, setEventAside, takeEventBack } from './setAsideEvents.js';
import { status } from './status.js';
import { addUser, changeUser, inviteUser, listUsers, setUserRole } from './users.js';
import { verify } from './verify/verify.js';

interface Parts {
  /** Read when a command needs them: who asks for help needs none. @throws WrongSettings */
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly output: Output;
  readonly ended: AbortSignal;
}

type UsersParts = Parameters<typeof listUsers>[0];

/** Every command, on the installation that the settings name. */
export function operationsOn({ settings, clock, logger, output, ended }: Parts): Operations {
  const { remark } = output;

  const onServices = (work: (services: Services) => Promise<Answer>): Promise<Answer> =>
    withServices(settings(), { say: remark, logger }, work);

  /** With what files and emails need, too. */
  const onAll = async (
    work: (services: Services, adapters: Adapters) => Promise<Answer>,
  ): Promise<Answer> => {
    const adapters = await openAdapters(settings(), { clock, logger });
    const options = { say: remark, logger, adapters };
    return withServices(settings(), options, (services) => work(services, adapters));
  };

  const onUsers = (work: (parts: UsersParts) => Promise<Answer>): Promise<Answer> =>
    onAll(async ({ platform, agency }, adapters) => {
      const identity = await createIdentity(platform, {
        publicUrl: publicUrlOf(settings()),
        agencyName: async () => (await agency.letterhead()).name,
      });
      try {
        return await work({ identity, isMailKept: adapters.mailer.isFolder });
      } finally {
        // Its emails get their one try.
        await identity.close();
      }
    });

  return {
    status: () => {
      const { release, kafka } = settings();
      const isRelayed = kafka !== undefined;
      return onAll((services, adapters) => status(services, { release, isRelayed, ...adapters }));
    },
    // Also from an older copy of the log: so it is accepted that what came later is gone.
    rebuild: () => {
      const options = { say: remark, logger, isOlderLogAccepted: true };
      return withServices(settings(), options, ({ readModels }) => {
        remark(`Building ${readModels.schema} anew. Ctrl-C leaves all as it was.`);
        return rebuild(readModels, output.progress(), ended);
      });
    },
    prune: () => onServices(prune),
    verify: (request) =>
      onAll((services) => verify(services, { ...request, line: output.progress(), ended })),

    setAsideEvents: () => onServices(setAsideEvents),
    setEventAside: (request) => onServices((services) => setEventAside(services, request)),
    takeEventBack: (position) => onServices((services) => takeEventBack(services, { position })),

    parked: () => onServices(parkedEvents),
    retryParked: (id) => onServices((services) => retry(services, id)),
    discardParked: (id) => onServices((services) => discard(services, id)),
    relayFrom: (from) => onServices((services) => relayFrom(services, from)),

    users: () => onUsers(listUsers),
    addUser: (user) => onUsers((parts) => addUser(parts, user)),
    inviteUser: (user) => onUsers((parts) => inviteUser(parts, user)),
    changeUser: (change, username) => onUsers((parts) => changeUser(parts, change, username)),
    setUserRole: (username, role) => onUsers((parts) => setUserRole(parts, username, role)),

    rotateKeys: () =>
      rotateKeys({ settings: settings(), logger, remark, line: output.progress(), ended }),
    backUp: (target, only) =>
      answering((say) =>
        backUp({ settings: settings(), folder: target, only, say, remark, ended }),
      ),
    restore: (source, only) =>
      answering((say) =>
        restore({ settings: settings(), folder: source, only, say, remark, ended }),
      ),
    copyLog: (target) => copyLog({ settings: settings(), target, logger, remark, ended }),
    makeEventStoreUser: () => makeEventStoreUser({ settings: settings(), remark, ended }),
    exportFile: (request) =>
      onServices((services) =>
        exportFile(services, { ...request, line: output.progress(), ended }),
      ),
    emails: (limit) => listEmails(mailFolder(settings().dataDir), limit),
    deleteEmails: (deletion) => deleteEmails(mailFolder(settings().dataDir), deletion),
  };
}

/** The answer of what says its lines one by one, and gives back an exit code. */
async function answering(work: (say: (line: string) => void) => Promise<number>): Promise<Answer> {
  const lines: string[] = [];
  const code = await work((line) => void lines.push(line));
  return { document: { done: code === 0, messages: lines }, lines, isBad: code !== 0 };
}
