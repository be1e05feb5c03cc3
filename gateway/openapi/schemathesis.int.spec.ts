import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTurn, isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import {
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';
import { openApiDocument } from './document.js';

/** The command, such as `schemathesis` of a Python environment. */
const command = process.env.SCHEMATHESIS;
const isWhole = isExhaustive(import.meta.url);
/** Of each operation, right and wrong ones each. */
const examples = Number(process.env.SCHEMATHESIS_EXAMPLES ?? (isWhole ? 3 : 1));
/** The whole one also goes through the boundaries of every parameter and field: 9,000 requests. */
const phases = isWhole ? [] : ['--phases', 'fuzzing'];
const MINUTES = 60_000;

/** Operations that would end the session of the run, or change its password. */
const EXCLUDED = ['logout', 'endSession', 'changePassword'];
const OPERATIONS = Object.values(openApiDocument().paths)
  .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  .filter((id) => !EXCLUDED.includes(id));

let gateway: TestGateway;
let folder: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  await makeRecords(await signIn(gateway.url));
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-schemathesis-'));
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

const RECORDS = 8;

/** Some of each kind, numbered from 1, so that most requests are about something that exists. */
async function makeRecords(cookie: string): Promise<void> {
  const add = async (path: string, body: object) => {
    const { status, text } = await call(gateway.url, path, { method: 'POST', cookie, body });
    expect(status, text).toBe(201);
  };
  for (let i = 1; i <= RECORDS; i += 1) {
    await add('/api/customers', { name: `Asha Nair ${i}`, phone: `987654321${i}` });
    for (const kind of ['health', 'vehicle'] as const) {
      await add(`/api/${kind}-policies`, samplePolicyInput(kind, i, `${kind}/${i}`));
    }
    await add('/api/quotations', sampleQuotationInput('health', i < 5 ? i : 5));
    const fields = fieldParts({ customerId: i, documentType: 'kyc' });
    await sendForm(gateway.url, formOf([...fields, filePart(samplePdf())]), { cookie });
  }
}

describe.skipIf(!command && !process.env.CI)('the API as it is described', () => {
  it('holds against schemathesis, which SCHEMATHESIS names', {
    timeout: 60 * MINUTES,
  }, async () => {
    if (!command) throw new Error('SCHEMATHESIS does not name the command.');
    const cookie = await signIn(gateway.url);
    const [, token = ''] = cookie.split('=');
    const { code, said } = await run(token, [
      ...['--config-file', join(import.meta.dirname, 'schemathesis.toml')],
      'run',
      `${gateway.url}/api/openapi.json`,
      ...['--checks', 'all'],
      ...['--max-examples', String(examples), '--seed', '20260102', '--no-color', ...phases],
      ...inTurn(OPERATIONS, 3, import.meta.url).flatMap((id) => ['--include-operation-id', id]),
    ]);
    expect(code, said).toBe(0);
    // Or most of it was refused for want of a session, which is as described, too.
    const { status } = await call(gateway.url, '/api/auth/me', { cookie });
    expect(status).toBe(200);
  });
});

const run = (token: string, args: readonly string[]): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, SESSION_TOKEN: token };
    const options = { cwd: folder, maxBuffer: 1e9, env };
    execFile(command ?? '', args, options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, said: `${stdout}\n${stderr}` }),
    );
  });
