/**
 * A process that makes the office of a past day, and is killed at a point that its parent chose. It
 * gets what it needs by a message.
 */
import { randomUUID } from 'node:crypto';
import { createPastOffices } from '@insuremanager/services/pastOffices/index';
import { createLogger } from '@insuremanager/services/platform/logger';
import type { PastReadModels } from '@insuremanager/services/platform/readModels/pastReadModels';
import { openReadModels } from '@insuremanager/services/platform/readModels/readModels';
import { onInput } from '../../harness/forked.js';
import { openServices, pastProjectors, projectors } from '../../roles/openServices.js';
import { die } from './dying.js';

/** Where the process ends: after a first batch of rows, or once the office is said to be ready. */
export type PastOfficeFaultPoint = 'rows' | 'ready';

export interface DyingPastOfficeInput {
  readonly faultPoint: PastOfficeFaultPoint;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly day: string;
}

async function run(input: DyingPastOfficeInput): Promise<object> {
  const { faultPoint, databaseUrl, masterKey, day } = input;
  const services = await openServices({ databaseUrl, masterKey, logger: createLogger('silent') });
  const { platform } = services;
  // As the thread does it, whose process this stands for.
  const { past } = await openReadModels({ ...platform, databaseUrl, projectors, pastProjectors });
  const build: PastReadModels['build'] = (schema, build) =>
    past.build(schema, {
      ...build,
      onProgress(progress) {
        build.onProgress(progress);
        if (faultPoint === 'rows' && progress.events > 0) void die();
      },
    });
  const offices = await createPastOffices(platform, {
    past: { ...past, build },
    openAt: async () => ({}),
  });
  const actor = { userId: 1, username: 'meera', role: 'auditor' };
  await offices.open(day, { commandId: randomUUID(), correlationId: 'test', actor });
  while ((await offices.find(day))?.state !== 'ready');
  await die();
  return {};
}

onInput(run, { goesOn: true });
