import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { Clock } from '@insuremanager/services/platform/clock';
import type { Logger } from '@insuremanager/services/platform/logger';
import { type BackupParts, backUp } from '../backup/backUp.js';
import { type RestoreParts, restore } from '../backup/restore.js';
import { type Adapters, mailFolder, openAdapters } from '../roles/adapters.js';
import { openIdentity, type Services } from '../roles/openServices.js';
import { publicUrlOf, type Settings } from '../settings.js';
import { administratorUrl, useBackend } from '../start/backend.js';
import { withServices } from '../start/command.js';
import { grantAnalyst, listAnalysts, revokeAnalyst } from './analysts.js';
import { type Answer, type Output, said } from './answer.js';
import { copyLog } from './copyLog.js';
import { makeEventStoreUser } from './eventStoreUser.js';
import { type ExportedThing, exportFile } from './exportFile.js';
import { exportParquet } from './exportParquet.js';
import { count } from './figures.js';
import { deleteEmails, listEmails, type MailDeletion } from './mail.js';
import { discard, parkedEvents, relayFrom, retry } from './parked.js';
import { prune, rebuild } from './rebuild.js';
import { rotateKeys } from './rotateKeys.js';
import { setAsideEvents, setEventAside, takeEventBack } from './setAsideEvents.js';
import { status } from './status.js';
import {
  addUser,
  changeUser,
  inviteUser,
  listUsers,
  type NewUser,
  setUserRole,
  type UserChange,
} from './users.js';
import { verify } from './verify/verify.js';
import { verifyLogOf } from './verify/verifyLogOf.js';

interface Parts {
  /** Read when a command needs them: who asks for help needs none. @throws WrongSettings */
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly output: Output;
  readonly ended: AbortSignal;
}

type UsersParts = Parameters<typeof listUsers>[0];

/** Every command, on the installation that the settings name. Each resolves with its answer, or throws. */
export function operationsOn({ settings, clock, logger, output, ended }: Parts) {
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
    onAll(async (services, adapters) => {
      const identity = await openIdentity(services, publicUrlOf(settings()));
      try {
        return await work({ identity, isMailKept: adapters.mailer.isFolder });
      } finally {
        // Its emails get their one try.
        await identity.close();
      }
    });

  /** As whoever may make users of Postgres. */
  const onPostgres = async (work: (url: string) => Promise<Answer>): Promise<Answer> => {
    const backend = await useBackend(settings(), remark);
    try {
      return await work(await administratorUrl(settings(), backend.servers));
    } finally {
      await backend.stop();
    }
  };

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
    verify: (request: { sample: number | 'all'; isWithFiles: boolean }) =>
      onAll((services) => verify(services, { ...request, line: output.progress(), ended })),

    verifyLog: (heads: readonly string[]) =>
      onServices((services) => verifyLogOf(services, { heads, line: output.progress(), ended })),

    rebuildLogTree: () =>
      onServices(async ({ logTree }) => {
        const events = await logTree.rebuild(ended);
        return said({ events }, `The tree is made of ${count(events)} events of the log.`);
      }),

    setAsideEvents: () => onServices(setAsideEvents),
    setEventAside: (request: { position: string; reason: string }) =>
      onServices((services) => setEventAside(services, request)),
    takeEventBack: (position: string) =>
      onServices((services) => takeEventBack(services, { position })),

    parked: () => onServices(parkedEvents),
    retryParked: (id: number | 'all') => onServices((services) => retry(services, id)),
    discardParked: (id: number) => onServices((services) => discard(services, id)),
    relayFrom: (from: 'start' | 'now') => onServices((services) => relayFrom(services, from)),

    users: () => onUsers(listUsers),
    addUser: (user: NewUser) => onUsers((parts) => addUser(parts, user)),
    inviteUser: (user: NewUser) => onUsers((parts) => inviteUser(parts, user)),
    changeUser: (change: UserChange, username: string) =>
      onUsers((parts) => changeUser(parts, change, username)),
    setUserRole: (username: string, role: Role) =>
      onUsers((parts) => setUserRole(parts, username, role)),

    analysts: () => onPostgres(listAnalysts),
    grantAnalyst: (name: string) => onPostgres((url) => grantAnalyst(url, name)),
    revokeAnalyst: (name: string) => onPostgres((url) => revokeAnalyst(url, name)),

    rotateKeys: () =>
      rotateKeys({ settings: settings(), logger, remark, line: output.progress(), ended }),
    backUp: (target: string, only?: BackupParts['only']) =>
      answering((say) =>
        backUp({ settings: settings(), folder: target, only, say, remark, ended }),
      ),
    restore: (source: string, only?: RestoreParts['only']) =>
      answering((say) =>
        restore({ settings: settings(), folder: source, only, say, remark, ended }),
      ),
    copyLog: (target: string) => copyLog({ settings: settings(), target, logger, remark, ended }),
    makeEventStoreUser: () => makeEventStoreUser({ settings: settings(), remark, ended }),
    exportFile: (request: { what: ExportedThing; target: string }) =>
      onServices((services) =>
        exportFile(services, { ...request, line: output.progress(), ended }),
      ),
    exportParquet: (target: string | undefined) => {
      const folder = target ?? settings().parquetDir;
      return onServices(({ parquet }) =>
        exportParquet(parquet, { folder, line: output.progress(), ended }),
      );
    },
    emails: (limit: number) => listEmails(mailFolder(settings().dataDir), limit),
    deleteEmails: (deletion: MailDeletion) =>
      deleteEmails(mailFolder(settings().dataDir), deletion),
  };
}
export type Operations = ReturnType<typeof operationsOn>;

/** The answer of what says its lines one by one, and gives back an exit code. */
async function answering(work: (say: (line: string) => void) => Promise<number>): Promise<Answer> {
  const lines: string[] = [];
  const code = await work((line) => void lines.push(line));
  return { document: { done: code === 0, messages: lines }, lines, isBad: code !== 0 };
}
