import { identitySteps } from '@insuremanager/services/identity/index';
import { importSteps } from '@insuremanager/services/imports/index';
import { readMarkSteps } from '@insuremanager/services/notifications/index';
import { unchangedSteps } from '@insuremanager/services/platform/commands/unchangedCommands';
import { logSchemaSteps } from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import { idSteps } from '@insuremanager/services/platform/ids/ids';
import { logIdentitySteps } from '@insuremanager/services/platform/logIdentity';
import { logTreeSteps } from '@insuremanager/services/platform/logTree/tiles';
import { setAsideSteps } from '@insuremanager/services/platform/readModels/setAside';
import { relaySteps } from '@insuremanager/services/platform/relay/relayStore';
import { vaultSteps } from '@insuremanager/services/platform/vault/openVault';
import { reportMailSteps } from '@insuremanager/services/reports/index';
import { savedViewSteps } from '@insuremanager/services/savedViews/index';
import { webhookSteps } from '@insuremanager/services/webhooks/index';

/** The schema of the event log, unless an EventStoreDB holds that. */
export const LOG = 'log';

export interface LastingSchema {
  readonly name: string;
  readonly steps: readonly string[];
  /** In an order in which rows find those that they refer to. */
  readonly tables: readonly string[];
  /** Tables that a backup leaves out. */
  readonly leftOut?: readonly string[];
}

/**
 * The schemas of Postgres that nothing can be made from but themselves. What is not here is made
 * from the log (`read_…`, `past_…`), or says something of the servers that it lies on: what was spent of
 * limits, how sweeps ended, which backups were made, which processes run.
 */
export const LASTING_SCHEMAS: readonly LastingSchema[] = [
  { name: LOG, steps: logSchemaSteps, tables: ['events'] },
  // Without its keys nothing personal can be read.
  { name: 'vault', steps: vaultSteps, tables: ['keys', 'secrets', 'master_key'] },
  // So that no other log is taken for the one that the rest belongs to.
  { name: 'log_identity', steps: logIdentitySteps, tables: ['log'] },
  // So that no number is given twice, and a command that is sent again finds its record.
  { name: 'ids', steps: idSteps, tables: ['allocation'] },
  // So that a command that is sent again does not undo what others did meanwhile.
  { name: 'commands', steps: unchangedSteps, tables: ['unchanged'] },
  {
    name: 'identity',
    steps: identitySteps,
    tables: ['credentials', 'known_devices', 'links', 'recovery_codes', 'passkeys'],
    // A session that was ended since would be open again: everybody signs in anew.
    leftOut: ['sessions', 'email_codes', 'passkey_challenges', 'guesses'],
  },
  // So that read models can be made again where they had stopped.
  { name: 'set_aside', steps: setAsideSteps, tables: ['events'] },
  { name: 'notifications', steps: readMarkSteps, tables: ['read_marks'] },
  { name: 'saved_views', steps: savedViewSteps, tables: ['views'] },
  // So that nobody gets the report of a week twice.
  { name: 'reports', steps: reportMailSteps, tables: ['subscriptions', 'mailings'] },
  // What the log was when it was first read, and what was signed of it.
  {
    name: 'log_tree',
    steps: logTreeSteps,
    tables: ['tiles', 'heads', 'mailings'],
    leftOut: ['verifications'],
  },
  // So that an import is undone also after a restore, and its rows are recognised.
  {
    name: 'imports',
    steps: importSteps,
    tables: ['imports', 'sheets', 'rows', 'keys', 'known', 'shapes'],
    // Kept by what writes rows: by a restore, too.
    leftOut: ['counts'],
  },
  { name: 'webhooks', steps: webhookSteps, tables: ['endpoints'], leftOut: ['deliveries'] },
  // What is published is not published again.
  { name: 'relay', steps: relaySteps, tables: ['checkpoints', 'parked'] },
];

/**
 * Schemas that a backup leaves out as a whole; see above. Exports and their files are gone in a day.
 * Nobody is erased because a backup was restored: who waits for it is listed, and asked for again.
 */
export const LEFT_OUT_SCHEMAS: readonly string[] = [
  'limits',
  'files',
  'ops',
  'restores',
  'past_offices',
  'exports',
  'retention',
];
