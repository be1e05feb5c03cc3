import { randomBytes } from 'node:crypto';
import { ANALYTICS } from '@insuremanager/services/analytics/index';
import { customersSlice } from '@insuremanager/services/customers/index';
import { documentsSlice } from '@insuremanager/services/documents/index';
import { systemClock } from '@insuremanager/services/platform/clock';
import { ensureLogSchema } from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openPostgres } from '@insuremanager/services/platform/postgres/postgres';
import { ensureReadSchema } from '@insuremanager/services/platform/readModels/checkpoint';
import type { Projector } from '@insuremanager/services/platform/readModels/projector';
import { connectProjector } from '@insuremanager/services/platform/readModels/projectorSession';
import { complete } from '@insuremanager/services/platform/readModels/runner';
import { readSchemaOf } from '@insuremanager/services/platform/readModels/schema';
import { publishViews } from '@insuremanager/services/platform/readModels/sqlViews';
import { partsOf } from '@insuremanager/services/platform/slice';
import { policiesSlice } from '@insuremanager/services/policies/index';
import { quotationsSlice } from '@insuremanager/services/quotations/index';
import { remindersSlice } from '@insuremanager/services/reminders/index';
import { openIdentity, openServices, projectors } from '../roles/openServices.js';

/** What the tests of the capabilities project, and what the product does. */
const SETS: readonly (readonly Projector[])[] = [
  ...[
    [customersSlice],
    [customersSlice, policiesSlice],
    [customersSlice, policiesSlice, documentsSlice],
    [customersSlice, policiesSlice, quotationsSlice],
    [customersSlice, policiesSlice, remindersSlice],
  ].map((slices) => partsOf(slices).projectors),
  projectors,
];

/** What an installation writes when it is opened first: which log and which master key are its own. */
const OF_AN_INSTALLATION = 'log.events, log_identity.log, vault.master_key, vault.secrets';

/**
 * Makes an empty log, its read models and all other tables of the product, so that databases copied
 * from this one have them: who opens them finds them there, complete.
 */
export async function buildTemplate(databaseUrl: string): Promise<void> {
  const session = await connectProjector(databaseUrl)('test template');
  const logger = createLogger('silent');
  await openOnce(databaseUrl);
  const pool = openPostgres(databaseUrl, { max: 1, logger });
  try {
    await ensureLogSchema(pool);
    for (const schema of SETS.map(readSchemaOf)) {
      const { name } = schema;
      const empty = await ensureReadSchema(session, name, schema);
      await complete({ name, schema, logger, liftIds: async () => {} }, session, empty);
    }
    await publishViews(session, ANALYTICS, readSchemaOf(projectors).name);
    await pool.query(`
      ALTER TABLE log.events DISABLE TRIGGER append_only;
      TRUNCATE ${OF_AN_INSTALLATION};
      ALTER TABLE log.events ENABLE TRIGGER append_only;`);
  } finally {
    await pool.end();
    await session.end();
  }
}

async function openOnce(databaseUrl: string): Promise<void> {
  const logger = createLogger('silent');
  const masterKey = randomBytes(32);
  const services = await openServices({ databaseUrl, masterKey, clock: systemClock, logger });
  const identity = await openIdentity(services, 'http://localhost');
  await identity.close();
  await services.close();
}
