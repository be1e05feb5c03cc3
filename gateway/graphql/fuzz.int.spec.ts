import { randomInt } from 'node:crypto';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import {
  type RandomOperation,
  randomOperations,
} from '@insuremanager/deploy/testing/randomOperations';
import { call, signIn } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';
import { graphqlSchema } from './schema.js';

/** How many operations are sent. */
const RUNS = Number(process.env.FUZZ_RUNS ?? (isExhaustive(import.meta.url) ? 300 : 75));
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(1e9));
/** Bytes of one answer, however much is asked for. */
const LARGEST_ANSWER = 5_000_000;
const MINUTES = 60_000;

const { fixture, gateway, send, add } = gatewayFixture();
beforeAll(async () => {
  for (let i = 1; i <= 3; i += 1) {
    await add('/api/customers', { name: `Asha Nair ${i}`, phone: `987654321${i}` });
    for (const kind of ['health', 'vehicle'] as const) {
      await add(`/api/${kind}-policies`, samplePolicyInput(kind, i, `${kind}/${i}`));
    }
    await add('/api/quotations', sampleQuotationInput('health', i));
  }
});

/** What is wrong with the answer to an operation; null when it is as any answer should be. */
async function faultOf(operation: RandomOperation): Promise<string | null> {
  const { status, text, json } = await send('POST', '/graphql', { body: operation });
  // An operation may have ended the session, as some are made to.
  if (status === 401) fixture.cookie = await signIn(gateway.url);
  // What is no text is refused before anybody reads it as an operation.
  const isUnread = status === 400 && String(json.code) === 'not-utf8';
  const answers =
    json.data !== undefined || json.errors !== undefined || status === 401 || isUnread;
  if (![200, 400, 401, 413].includes(status)) return `status ${status}`;
  if (!answers) return 'neither data nor errors';
  if (text.length > LARGEST_ANSWER) return `${text.length} characters`;
  if (text.includes('INTERNAL_SERVER_ERROR')) return 'a defect';
  if (/node_modules|\\n +at |stacktrace/.test(text)) return 'a stack';
  return null;
}

describe(`operations drawn from the schema (seed ${SEED})`, () => {
  it('are answered or refused, whatever they ask', { timeout: 60 * MINUTES }, async () => {
    const draw = randomOperations(graphqlSchema(), SEED);
    const faults: string[] = [];
    for (let run = 0; run < RUNS && faults.length < 10; run += 1) {
      const operation = draw();
      const fault = await faultOf(operation);
      if (fault) faults.push(`${fault}: ${JSON.stringify(operation)}`);
    }
    const defects = gateway.logged.filter((line) => line.includes('unforeseen'));
    expect([...faults, ...defects]).toEqual([]);
    // The last operation may have ended the session, too.
    fixture.cookie = await signIn(gateway.url);
    const probe = { method: 'POST', cookie: fixture.cookie, body: { query: '{ __typename }' } };
    expect((await call(gateway.url, '/graphql', probe)).json.data).toEqual({ __typename: 'Query' });
  });
});
