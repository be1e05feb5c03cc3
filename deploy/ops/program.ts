import { isRole, ROLES, type Role } from '@insuremanager/contracts/identity/permissions';
import { type Day, isDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { systemClock } from '@insuremanager/services/platform/clock';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { BACKUP_PARTS, type BackupParts } from '../backup/backUp.js';
import { RESTORE_PARTS, type RestoreParts } from '../backup/restore.js';
import { type Answer, EXIT, type Output } from './answer.js';
import { POSTGRES } from './copyLog.js';
import { EXPORTED, type ExportedThing } from './exportFile.js';
import { PARQUET } from './exportParquet.js';
import type { Operations } from './operationsOn.js';
import type { UserChange } from './users.js';

/**
 * Carries out what the arguments ask for.
 * @returns the exit code: 0 done, 1 failed or not as it should be, 2 no such command.
 */
export async function runProgram(
  args: readonly string[],
  operations: Operations,
  output: Output,
): Promise<number> {
  const asked: { answer: (() => Promise<Answer>) | undefined } = { answer: undefined };
  const program = createProgram(operations, (answer) => {
    asked.answer = answer;
  });
  forEach(program, (command) =>
    command
      .exitOverride()
      .configureOutput({ writeOut: output.text, writeErr: output.errorText })
      .configureHelp({ showGlobalOptions: true }),
  );
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
  const isJson = program.opts<{ json?: boolean }>().json === true;
  if (!asked.answer) return EXIT.usage;
  try {
    return output.answer(await asked.answer(), isJson);
  } catch (error) {
    return output.failure(error, isJson);
  }
}

/** @param ask is given what the arguments ask for, once they are understood. */
function createProgram(operations: Operations, ask: (answer: () => Promise<Answer>) => void) {
  const program = new Command('ops')
    .description('Looks at an installation, and looks after it.')
    .option('--json', 'answer with one JSON document')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed or not as it should be, 2 wrong usage.');

  program
    .command('status')
    .description('which processes run, how far all of it is, what stopped it, how large it is')
    .action(() => ask(operations.status));
  program
    .command('rebuild')
    .description('builds the read models anew from the log, beside those that serve')
    .action(() => ask(operations.rebuild));
  program
    .command('prune')
    .description('drops the read models that earlier releases left')
    .action(() => ask(operations.prune));
  const verify = program.command('verify').description('whether all is as it should be');
  verify
    .command('records', { isDefault: true })
    .description('checks the log, read models against it, every file, and users')
    .option('--sample <rows>', 'rows of the read models to check', positive, 1_000)
    .option('--all', 'checks all of them')
    .option('--no-files', 'leaves stored files out')
    .action(({ sample, all, files }: { sample: number; all?: boolean; files: boolean }) =>
      ask(() => operations.verify({ sample: all ? 'all' : sample, isWithFiles: files })),
    );
  verify
    .command('log')
    .argument('[heads...]', 'files with signed heads of the log that somebody else has kept')
    .description('checks whether any event was changed, removed, inserted or moved since')
    .action((heads: string[]) => ask(() => operations.verifyLog(heads)));
  program
    .command('log-tree')
    .description('what the log was when it was first read')
    .command('rebuild')
    .description(
      'makes it anew from the log as it is; what was signed stays, and is still compared',
    )
    .action(() => ask(operations.rebuildLogTree));
  addEvents(program, operations, ask);
  addMessages(program, operations, ask);
  addUsers(program, operations, ask);
  addAnalysts(program, operations, ask);
  addData(program, operations, ask);
  return program;
}

type Ask = Parameters<typeof createProgram>[1];

function addEvents(program: Command, operations: Operations, ask: Ask): void {
  const events = program
    .command('events')
    .description('events that stopped the projector and were set aside');
  events
    .command('list', { isDefault: true })
    .description('lists them: who set each aside, when and why')
    .action(() => ask(operations.setAsideEvents));
  events
    .command('set-aside')
    .argument('<position>', 'of the event that stopped the projector, as status shows it', position)
    .requiredOption('--reason <text>', 'why; it is recorded, so no personal data', reason)
    .description('has lists made without this one event')
    .action((at: string, { reason: why }: { reason: string }) =>
      ask(() => operations.setEventAside({ position: at, reason: why })),
    );
  events
    .command('take-back')
    .argument('<position>', 'as listed', position)
    .description('has lists made with it again, from the next rebuild on')
    .action((at: string) => ask(() => operations.takeEventBack(at)));
}

function addMessages(program: Command, operations: Operations, ask: Ask): void {
  const parked = program
    .command('parked')
    .description('events whose messages could not be published, and those behind them');
  parked
    .command('list', { isDefault: true })
    .description('lists them by stream')
    .action(() => ask(operations.parked));
  parked
    .command('retry')
    .argument('<id>', 'of the event, or all', idOrAll)
    .description('has one tried again, and then those behind it')
    .action((id: number | 'all') => ask(() => operations.retryParked(id)));
  parked
    .command('discard')
    .argument('<id>', 'of the event', positive)
    .description('gives one up: its message is never published')
    .action((id: number) => ask(() => operations.discardParked(id)));

  const relay = program.command('relay').description('from where messages are published');
  relay
    .command('from-start')
    .description('publishes all messages once more')
    .action(() => ask(() => operations.relayFrom('start')));
  relay
    .command('from-now')
    .description('publishes none of what was until now')
    .action(() => ask(() => operations.relayFrom('now')));
}

const USER_CHANGES: Readonly<Record<UserChange, string>> = {
  'reset-password': 'shows a new password once; signs them out everywhere',
  'reset-2fa': 'takes away authenticator, recovery codes and passkeys',
  disable: 'they cannot sign in any more',
  enable: 'they can sign in again',
  'end-sessions': 'signs them out everywhere',
};

function addUsers(program: Command, operations: Operations, ask: Ask): void {
  const users = program.command('users').description('who can sign in');
  users
    .command('list', { isDefault: true })
    .description('role, status, sessions and last sign-in of each')
    .action(() => ask(operations.users));
  const newUser = (name: string, description: string) =>
    users
      .command(name)
      .argument('<username>')
      .argument('<email>')
      .argument('<role>', ROLES.join(', '), role)
      .description(description);
  newUser('add', 'adds one, and shows a password once').action(
    (username: string, email: string, role: Role) =>
      ask(() => operations.addUser({ username, email, role })),
  );
  newUser('invite', 'mails a link by which they choose a password').action(
    (username: string, email: string, role: Role) =>
      ask(() => operations.inviteUser({ username, email, role })),
  );
  users
    .command('role')
    .argument('<username>')
    .argument('<role>', ROLES.join(', '), role)
    .description('gives them another role; signs them out everywhere')
    .action((username: string, role: Role) => ask(() => operations.setUserRole(username, role)));
  for (const [change, description] of Object.entries(USER_CHANGES)) {
    users
      .command(change)
      .argument('<username>')
      .description(description)
      .action((username: string) =>
        ask(() => operations.changeUser(change as UserChange, username)),
      );
  }
}

function addAnalysts(program: Command, operations: Operations, ask: Ask): void {
  const analysts = program
    .command('analysts')
    .description('users of Postgres who read the views for analysts, and nothing else');
  analysts
    .command('list', { isDefault: true })
    .description('lists them')
    .action(() => ask(operations.analysts));
  analysts
    .command('grant')
    .argument('<name>', 'of the user, lower-case letters, digits and _')
    .description('makes one, or gives one a new password, which is shown once')
    .action((name: string) => ask(() => operations.grantAnalyst(name)));
  analysts
    .command('revoke')
    .argument('<name>')
    .description('ends their sessions and removes them')
    .action((name: string) => ask(() => operations.revokeAnalyst(name)));
}

function addData(program: Command, operations: Operations, ask: Ask): void {
  program
    .command('keys')
    .description('the master key')
    .command('rotate')
    .description('has a new master key wrap every other key')
    .action(() => ask(operations.rotateKeys));
  program
    .command('backup')
    .argument('<target>', 'a folder that is not there yet')
    .option('--only <part>', 'postgres: all but the files', oneOf(BACKUP_PARTS))
    .description('copies all that must be kept, also while people work; goes on where it broke off')
    .action((target: string, { only }: { only?: BackupParts['only'] }) =>
      ask(() => operations.backUp(target, only)),
    );
  program
    .command('restore')
    .argument('<source>', 'a complete backup')
    .option(
      '--only <part>',
      'files: those that are missing; check: nothing, only reads the backup',
      oneOf(RESTORE_PARTS),
    )
    .description('restores a backup into an empty data folder, or on empty servers')
    .action((source: string, { only }: { only?: RestoreParts['only'] }) =>
      ask(() => operations.restore(source, only)),
    );
  program
    .command('copy-log')
    .requiredOption(
      '--to <eventstore>',
      'esdb://… or kurrentdb://…, an empty one; or postgres: a table in the database',
      eventStore,
    )
    .description(
      'copies the log to an event store or back, and goes on there; goes on where it broke off',
    )
    .action(({ to: target }: { to: string }) => ask(() => operations.copyLog(target)));
  program
    .command('event-store-user')
    .description(
      'makes the user that EVENTSTORE_URL names in the event store, and lets it read the whole log',
    )
    .action(() => ask(operations.makeEventStoreUser));
  program
    .command('export')
    .argument('<what>', [...EXPORTED, PARQUET].join(', '), oneOf([...EXPORTED, PARQUET]))
    .option('--to <file>', 'a file that is not there yet; parquet: a folder, else PARQUET_DIR')
    .description(
      'writes a list as CSV, or all events as NDJSON, and the audit log says so; or brings a folder ' +
        'of Parquet files for analysts up to date',
    )
    .action((what: ExportedThing | typeof PARQUET, { to: target }: { to?: string }, command) => {
      if (what === PARQUET) return ask(() => operations.exportParquet(target));
      if (!target) return (command as Command).error("error: option '--to <file>' is missing");
      return ask(() => operations.exportFile({ what, target }));
    });
  const mail = program
    .command('mail')
    .description('emails that were kept in the data folder, because no mail server is named');
  mail
    .command('list', { isDefault: true })
    .option('--limit <emails>', 'so many of them, the newest', positive, 50)
    .description('lists them, the newest first')
    .action(({ limit }: { limit: number }) => ask(() => operations.emails(limit)));
  mail
    .command('delete')
    .requiredOption('--before <day>', 'deletes those of earlier days, YYYY-MM-DD', pastDay)
    .option('--confirm <emails>', 'how many that are, as it was said before', positive)
    .description('deletes old ones for ever, once you confirm how many')
    .action(({ before, confirm }: { before: Day; confirm?: number }) =>
      ask(() => operations.deleteEmails({ before, confirmed: confirm })),
    );
}

function forEach(command: Command, change: (command: Command) => void): void {
  change(command);
  for (const below of command.commands) forEach(below, change);
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A number above 0.');
  return Number(text);
}

const idOrAll = (text: string): number | 'all' => (text === 'all' ? text : positive(text));

function position(text: string): string {
  if (!/^\d{1,19}\/\d{1,19}$/.test(text)) throw new InvalidArgumentError('Such as 4711/4711.');
  return text;
}

function eventStore(text: string): string {
  if (text === POSTGRES || /^(esdb|kurrentdb|kdb)(\+discover)?:\/\/./i.test(text)) return text;
  throw new InvalidArgumentError('An address such as esdb://user:password@host:2113, or postgres.');
}

function reason(text: string): string {
  const trimmed = text.trim();
  if (/^[^\p{Cc}]{3,500}$/u.test(trimmed)) return trimmed;
  throw new InvalidArgumentError('One line of 3 to 500 characters.');
}

function role(text: string): Role {
  if (!isRole(text)) throw new InvalidArgumentError(`One of ${ROLES.join(', ')}.`);
  return text;
}

function pastDay(text: string): Day {
  if (isDay(text) && text <= kolkataDay(systemClock.now())) return text;
  throw new InvalidArgumentError('A day that is not in the future, such as 2026-03-31.');
}

const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((one) => one === text);
    if (!word) throw new InvalidArgumentError(`One of ${words.join(', ')}.`);
    return word;
  };
