import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dossier } from '@insuremanager/contracts/integrity/dossier';
import { signInAs, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import {
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { hashOfEvent } from '@insuremanager/services/platform/logTree/leaf';
import { waitForProjection } from '@insuremanager/services/platform/testing/serviceFixture';
import { hasPoppler, textOf } from '@insuremanager/services/printing/testing/poppler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput } from '../testing/policyFixture.js';

const PROGRAM = fileURLToPath(new URL('../../deploy/bin/verifyDossier.mjs', import.meta.url));

let gateway: TestGateway;
let admin: string;
let auditor: TestUser;
let folder: string;
let policyId: number;

async function changed(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await call(gateway.url, path, { method, cookie: admin, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}

const dossierOf = async (record: string, { cookie }: { cookie: string } = auditor) =>
  call(gateway.url, `/api/audit/dossiers/${record}`, { cookie });

const printed = async (record: string): Promise<Buffer> => {
  const address = new URL(`/api/audit/dossiers/${record}/pdf`, gateway.url);
  const answer = await fetch(address, { headers: { cookie: auditor.cookie } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

/** What the program says of it, as a stranger runs it: nothing of ours is at work. */
async function verified(dossier: object, ...options: string[]) {
  const file = join(folder, 'dossier.json');
  await writeFile(file, JSON.stringify(dossier));
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, file, ...options], { env: {} }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, said: out + err });
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-dossier-'));
  gateway = await startTestGateway();
  admin = await signIn(gateway.url);
  auditor = await signInAs(gateway, 'auditor');
  // More than one tile.
  for (let n = 0; n < 70; n += 1)
    await changed('POST', '/api/customers', { name: `Asha Nair ${n}`, phone: '9876543210' });
  const body = samplePolicyInput('health', 1, 'H/1');
  policyId = Number((await changed('POST', '/api/health-policies', body)).id);
  await changed('DELETE', `/api/health-policies/${policyId}`);
  for (let n = 0; n < 20; n += 1)
    await changed('POST', '/api/customers', { name: `Ravi Menon ${n}`, phone: '9876543210' });
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true });
});

describe('a dossier', () => {
  it('is the business of auditors and administrators', async () => {
    for (const role of ['agent', 'manager', 'analyst'] as const) {
      const { status } = await dossierOf(`policy-${policyId}`, await signInAs(gateway, role));
      expect(status).toBe(403);
    }
  });

  it('holds every event of a record, also of a deleted one, and is proved by a stranger', async () => {
    const { status, json, headers } = await dossierOf(`policy-${policyId}`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain(`dossier-policy-${policyId}.json`);
    const dossier = json as unknown as Dossier;
    expect(dossier.madeBy).toBe(auditor.username);
    expect(dossier.events.map(({ event }) => event.type)).toEqual([
      'PolicyIssued',
      'PolicyTermDeleted',
    ]);
    const { key } = dossier;
    const head = join(folder, 'head.txt');
    await writeFile(head, dossier.head);
    const { code, said } = await verified(dossier, '--key', key, '--head', head);
    expect(said).toContain(`Proved: the first 2 events of policy-${policyId}`);
    expect(code).toBe(0);
    expect((await verified(dossier)).said).toContain('Compare it with one that you know');
  });

  it('is in the audit log, without a name', async () => {
    const { json, text } = await dossierOf('customer-1');
    expect(text).not.toMatch(/Asha|9876543210/);
    expect((json as unknown as Dossier).events[0]?.event.data.personal).toMatch(/^v1\./);
    await waitForProjection(gateway.readModels)({
      position: await gateway.platform.eventLog.head(),
    });
    const { json: entries } = await call(gateway.url, '/api/audit?kind=export', {
      cookie: auditor.cookie,
    });
    expect(entries).toMatchObject([
      { summary: 'Made a dossier of a customer', recordKind: 'customer', recordId: 1 },
      { summary: 'Made a dossier of a policy', recordKind: 'policy', recordId: policyId },
    ]);
  });

  it.skipIf(!hasPoppler())(
    'is printed in words, with the JSON inside that a stranger verifies',
    async () => {
      const pdf = await printed(`policy-${policyId}`);
      const text = textOf(pdf);
      const { json } = await dossierOf(`policy-${policyId}`);
      const { events, head } = json as unknown as Dossier;
      const hashes = events.map(({ event }) =>
        hashOfEvent({ ...event, revision: BigInt(event.revision) }).toString('hex'),
      );
      for (const words of [
        ...['Policy issued', 'Policy deleted', 'H/1', '₹12,000.50', 'verifyDossier.mjs', 'admin'],
        ...events.flatMap(({ event, index }) => [event.type, String(index)]),
        ...hashes,
        String(head.split('\n')[2]),
      ])
        expect(text.replace(/\n\s*/g, ' ')).toContain(words);

      const file = join(folder, 'dossier.pdf');
      await writeFile(file, pdf);
      execFileSync('pdfdetach', ['-saveall', '-o', folder, file]);
      const inside = JSON.parse(
        await readFile(join(folder, `dossier-policy-${policyId}.json`), 'utf8'),
      );
      expect(inside.events).toEqual(events);
      const { code, said } = await verified(inside, '--key', inside.key);
      expect([code, said]).toEqual([0, expect.stringContaining('Proved: the first 2 events')]);
    },
  );

  it.skipIf(!hasPoppler())('says no more than whoever asks may see', async () => {
    const body = { name: 'Meera Pillai', phone: '9876543211', panNumber: 'ABCPP1234K' };
    const { id } = await changed('POST', '/api/customers', body);
    const text = textOf(await printed(`customer-${id}`));
    expect(text).toContain('Meera Pillai');
    expect(text).toContain('ABCPPXXXXK');
    expect(text).not.toContain('ABCPP1234K');
    const { cookie } = await signInAs(gateway, 'manager');
    expect((await dossierOf(`customer-${id}/pdf`, { cookie })).status).toBe(403);
  });

  it('is proved by a head that somebody kept before, as far as that covers the record', async () => {
    const { logTree } = gateway.services;
    const { signal } = new AbortController();
    await changed('PUT', '/api/customers/5/kyc', { kycStatus: 'rejected' });
    const size = await logTree.extend(signal);
    const kept = await logTree.sign(new Date());
    await changed('PUT', '/api/customers/5/kyc', { kycStatus: 'pending' });
    const head = join(folder, 'kept.txt');
    await writeFile(head, `\ufeff${kept?.note}\n\n`);

    const { json } = await dossierOf(`customer-5?events=${size}`);
    const dossier = json as unknown as Dossier;
    expect(dossier.events, JSON.stringify(json)).toHaveLength(2);
    const { key } = await logTree.key().then(({ verifier }) => ({ key: verifier }));
    expect(await verified(dossier, '--key', key, '--head', head)).toMatchObject({ code: 0 });

    const whole = (await dossierOf('customer-5')).json as unknown as Dossier;
    expect(whole.events).toHaveLength(3);
    expect(await verified(whole, '--head', head)).toMatchObject({ code: 1 });
    expect((await dossierOf('customer-5?events=3')).json).toMatchObject({
      ...{ status: 404, code: 'signed-head-not-found' },
    });
    expect((await dossierOf('customer-5?events=many')).status).toBe(400);
  });

  it('is proved by that head also when the person was erased since', async () => {
    const { logTree } = gateway.services;
    const size = await logTree.extend(new AbortController().signal);
    const kept = await logTree.sign(new Date());
    const query = `mutation ($commandId: ID!) {
      eraseCustomer(id: 8, reason: "Asked for it", overridesRetention: true, commandId: $commandId) {
        isComplete
      }
    }`;
    const body = { query, variables: { commandId: randomUUID() } };
    const { data } = await changed('POST', '/graphql', body);
    expect(data).toEqual({ eraseCustomer: { isComplete: true } });
    const head = join(folder, 'before.txt');
    await writeFile(head, kept?.note ?? '');
    const { json } = await dossierOf(`customer-8?events=${size}`);
    expect(await verified(json, '--head', head)).toMatchObject({ code: 0 });
  });

  it('is proved by what is signed already, where that covers it', async () => {
    const heads = async () => {
      const { rows } = await gateway.platform.pool.query('SELECT count(*) FROM log_tree.heads');
      return Number(rows[0].count);
    };
    await dossierOf('customer-6');
    const before = await heads();
    await dossierOf('customer-6');
    await dossierOf('customer-7');
    expect(await heads()).toBe(before);
  });

  it('is proved for events anywhere in the log', async () => {
    for (const id of [1, 2, 69, 70, 71, 90]) {
      const { json } = await dossierOf(`customer-${id}`);
      expect(await verified(json)).toMatchObject({ code: 0 });
    }
  });

  it('is not proved when anything in it was changed', async () => {
    const { json } = await dossierOf(`policy-${policyId}`);
    const dossier = json as unknown as Dossier;
    const [first, second] = dossier.events;
    if (!first || !second) throw new Error('There are two');
    const forged = {
      ...first,
      event: { ...first.event, data: { ...first.event.data, kind: 'x' } },
    };
    const moved = { ...first, index: first.index + 1 };
    for (const [wrong, problem] of [
      [{ ...dossier, events: [forged, second] }, /Not in the log as signed: policy-\d+@0/],
      [{ ...dossier, events: [moved, second] }, /Not in the log as signed/],
      [{ ...dossier, events: [second] }, /Out of order, or one is missing/],
      [{ ...dossier, events: [] }, /There are no events in it/],
      [{ ...dossier, stream: 'policy-1' }, /Of another record/],
      [{ ...dossier, head: dossier.head.replace(/\n\d+\n/, '\n999\n') }, /not signed by this key/],
    ] as const) {
      const { code, said } = await verified(wrong);
      expect(said).toMatch(problem);
      expect(code).toBe(1);
    }
    const other = dossier.key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await verified(dossier, '--key', other)).toMatchObject({ code: 1 });
    expect(await verified(dossier, '--nothing')).toMatchObject({ code: 2 });
  });

  it('is refused of what is no record, and of one that was touched', async () => {
    for (const [record, status] of [
      ['policy-999999', 404],
      ['customer-0', 404],
      ['user-1', 404],
      ['customer-1%20', 404],
    ] as const)
      expect((await dossierOf(record)).status, record).toBe(status);
    await gateway.platform.pool.query(
      `ALTER TABLE log.events DISABLE TRIGGER append_only;
       UPDATE log.events SET type = 'PolicyForgotten' WHERE stream = 'policy-${policyId}' AND revision = 0;
       ALTER TABLE log.events ENABLE TRIGGER append_only`,
    );
    const { status, json } = await dossierOf(`policy-${policyId}`);
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'log-changed' });
  });
});
