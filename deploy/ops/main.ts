/**
 * `npm run ops -- status | rebuild | drop-old | parked | relay | users | backup`: an installation,
 * looked at and looked after, on the servers that it runs on, or on their own for as long as the command takes. `npm run
 * ops -- mail` needs no servers: it lists the emails that were stored instead of sent.
 */
import { ROLES } from '@insuremanager/contracts/identity/permissions';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { createIdentity } from '@insuremanager/services/identity/index';
import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { dropOldSchemas } from '@insuremanager/services/platform/readModels/oldSchemas';
import { backUp, type RestoreParts, restore } from '../backup/index.js';
import {
  mailFolder,
  openAdapters,
  openBus,
  openChannels,
  relayScopeOf,
} from '../roles/adapters.js';
import type { OpenBus, Services } from '../roles/openServices.js';
import { parseSettings, publicUrlOf, type Settings, withSecretFiles } from '../settings.js';
import { endWith, withServices } from '../start/command.js';
import { deleteEmails, listEmails, type MailRequest, mailRequest } from './mail.js';
import { parkedRequest, relayRequest } from './parked.js';
import { rebuild } from './rebuild.js';
import { status } from './status.js';
import { usersRequest } from './users.js';

const USAGE = `Usage: npm run ops -- <command>

  status          how far read models, messages and reminders are, what stopped them, how sweeps ended
  rebuild         builds the read models anew from the log, beside those that serve, and swaps them
  drop-old        drops the read models that earlier releases left
  parked          events whose messages could not be published, and those behind them
         retry ID | retry all       has them tried again, and then those behind them
         discard ID                 gives one up: its message is never published
  relay from-start | from-now       publishes all messages once more, or none of what was until now
  users           who can sign in
         add USERNAME EMAIL ROLE    adds one, and shows a password once
         invite USERNAME EMAIL ROLE mails a link by which they choose a password
         reset-password USERNAME    shows a new password once; signs them out everywhere
         reset-2fa USERNAME         takes away authenticator, recovery codes and passkeys
         disable | enable USERNAME  who is disabled cannot sign in
         role USERNAME ROLE         ${ROLES.join(', ')}
         end-sessions USERNAME      signs them out everywhere
  backup FOLDER   backs all up to a new folder, also while InsureManager runs
       --only postgres            what only Postgres holds: quick, for every hour
  restore FOLDER  restores a backup into an empty data folder, or on empty servers
       --only postgres            onto the log that is there
       --only files               files that are missing
       --only check               reads the backup, and restores nothing
  mail            emails that were kept in the data folder, because no mail server is named
       --limit N                  so many of them, the newest; 50 by default
       --delete-before YYYY-MM-DD deletes those of earlier days, once you confirm how many`;

/** What a command gives back is the exit code. */
type Command = (
  services: Services,
  say: (line: string) => void,
  ended: AbortSignal,
) => Promise<number>;

const commands: Readonly<Record<string, Command>> = { rebuild, 'drop-old': dropOld };

const say = (line: string) => void process.stdout.write(`${line}\n`);
/** What is no answer: the embedded servers that start and stop, and warnings. */
const remark = (line: string) => void process.stderr.write(`${line}\n`);

async function main([name = '', ...more]: string[]): Promise<number> {
  const settings = parseSettings(withSecretFiles(process.env));
  if (name === 'mail') return mail(settings, more);
  if (name === 'backup' || name === 'restore') return copies(settings, name, more);
  if (name === 'users') return users(settings, more);
  const command = commandOf(name, more, settings);
  if (!command) {
    remark(USAGE);
    return 2;
  }
  const ended = endRequest();
  const logger = createLogger('warn', { part: 'ops' }, process.stderr);
  const openBusOf: OpenBus = (parts) => openBus(settings, parts);
  const options = { say: remark, logger, ...(name === 'status' && { openBus: openBusOf }) };
  return withServices(settings, options, (services) => command(services, say, ended));
}

function endRequest(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());
  return ended.signal;
}

async function copies(
  settings: Settings,
  name: 'backup' | 'restore',
  [folder, option, only, ...rest]: string[],
): Promise<number> {
  const common = { settings, say, remark };
  const isPlain = option === undefined || (option === '--only' && only !== undefined);
  if (folder !== undefined && isPlain && rest.length === 0) {
    if (name === 'backup' && (only === undefined || only === 'postgres')) {
      return backUp({ ...common, target: folder, only, ended: endRequest() });
    }
    if (name === 'restore' && (only === undefined || isPart(only))) {
      return restore({ ...common, source: folder, only, ended: endRequest() });
    }
  }
  remark(USAGE);
  return 2;
}

const isPart = (only: string): only is NonNullable<RestoreParts['only']> =>
  ['postgres', 'files', 'check'].includes(only);

function commandOf(name: string, args: string[], settings: Settings): Command | undefined {
  const { name: relayName } = relayScopeOf(settings);
  const requests = { parked: parkedRequest, relay: relayRequest };
  const ofRelay = name === 'parked' || name === 'relay' ? requests[name](args) : undefined;
  if (ofRelay) return ({ platform }, say) => ofRelay({ platform, relayName }, say);
  if (name === 'status' && args.length === 0) return statusOf(settings, relayName);
  return args.length === 0 && Object.hasOwn(commands, name) ? commands[name] : undefined;
}

const statusOf =
  (settings: Settings, relayName: string): Command =>
  async (services, say) => {
    const { mailer, channels } = await openChannels(settings, {
      clock: systemClock,
      logger: createLogger('silent'),
    });
    try {
      return await status(services, { relayName, channels }, say);
    } finally {
      await mailer.close();
    }
  };

/** Drops the read models of earlier releases, but none that a process still keeps up to date. */
async function dropOld(
  { readModels, platform }: Services,
  say: (line: string) => void,
): Promise<number> {
  const { dropped, inUse } = await dropOldSchemas(platform.pool, readModels.schema);
  for (const name of dropped) say(`Dropped ${name}.`);
  for (const name of inUse) say(`Kept ${name}: another release or a rebuild is at work on it.`);
  if (dropped.length === 0) say('There was nothing to drop.');
  return 0;
}

async function users(settings: Settings, args: string[]): Promise<number> {
  const request = usersRequest(args);
  if (!request) {
    remark(USAGE);
    return 2;
  }
  const logger = createLogger('warn', { part: 'ops' }, process.stderr);
  const adapters = await openAdapters(settings, { clock: systemClock, logger });
  return withServices(settings, { say: remark, logger, adapters }, async ({ platform, agency }) => {
    const identity = await createIdentity(platform, {
      publicUrl: publicUrlOf(settings),
      agencyName: async () => (await agency.letterhead()).name,
    });
    try {
      return await request({ identity, isMailKept: adapters.mailer.isFolder }, say);
    } finally {
      // Its emails get their one try.
      await identity.close();
    }
  });
}

function mail({ dataDir }: Settings, args: string[]): Promise<number> | number {
  let request: MailRequest;
  try {
    request = mailRequest(args, kolkataDay(systemClock.now()));
  } catch (error) {
    remark(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  const folder = mailFolder(dataDir);
  if (request.wanted === 'list') return listEmails(folder, request.limit, say);
  return deleteEmails(folder, request, say);
}

endWith(main(process.argv.slice(2)));
