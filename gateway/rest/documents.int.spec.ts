import { truncate, writeFile } from 'node:fs/promises';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs } from '@insuremanager/deploy/testing/signInAs';
import { type Answer, type Call, call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { SAMPLE_FILES, samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm, storedIn } from '../testing/uploading.js';

const { fixture, gateway } = gatewayFixture({ clock: testClock });
let customerId: number;
let policyId: number;
beforeAll(async () => {
  const body = { name: 'Asha Nair', phone: '9876543210' };
  customerId = Number((await send('POST', 'customers', { body })).json.id);
  const policy = samplePolicyInput('health', customerId, 'H-1');
  policyId = Number((await send('POST', 'health-policies', { body: policy })).json.id);
});

const send = (method: string, path: string, options: Call = {}): Promise<Answer> =>
  call(gateway.url, `/api/${path}`, { method, cookie: fixture.cookie, ...options });
const get = (path: string, headers = {}) =>
  fetch(new URL(path, gateway.url), { headers: { cookie: fixture.cookie, ...headers } });

const upload = (content: Buffer, fileName: string, fields: object = {}, headers = {}) => {
  const parts = fieldParts({ customerId, documentType: 'kyc', ...fields });
  const body = formOf([...parts, filePart(content, fileName)]);
  return sendForm(gateway.url, body, { cookie: fixture.cookie, ...headers });
};
const uploaded = async (...file: Parameters<typeof upload>): Promise<number> =>
  Number((await (await upload(...file)).json()).id);

describe('an upload', () => {
  it('answers 201, where the document is, its version and what was stored', async () => {
    const answer = await upload(SAMPLE_FILES.pdf, 'ആധാർ കാർഡ്.pdf');
    expect(answer.status).toBe(201);
    const { warnings, ...document } = await answer.json();
    expect(warnings).toEqual([]);
    expect(answer.headers.get('location')).toBe(`/api/documents/${document.id}`);
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(answer.headers.get('x-read-model-stale')).toBeNull();
    expect(document).toEqual({
      id: document.id,
      customerId,
      policyId: null,
      policyType: null,
      ...{ claimId: null, requirement: null },
      documentType: 'kyc',
      fileName: 'ആധാർ കാർഡ്.pdf',
      filePath: `/api/documents/${document.id}/download`,
      fileSize: SAMPLE_FILES.pdf.length,
      mimeType: 'application/pdf',
      activeContent: 'none',
      uploadedAt: testClock.now().toISOString(),
      version: 0,
    });
    expect((await send('GET', `documents/${document.id}`)).json).toEqual(document);
  });

  it('takes the file before its fields, and ignores what it does not know', async () => {
    const fields = { customerId, documentType: 'policy_document', policyType: '', policyId, x: 1 };
    const parts = [
      filePart(SAMPLE_FILES.png, 'a.png'),
      { name: 'more', value: Buffer.alloc(1e5), fileName: 'ignored.exe' },
      ...fieldParts(fields),
    ];
    const answer = await sendForm(gateway.url, formOf(parts), { cookie: fixture.cookie });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      documentType: 'policy_document',
      policyId,
      policyType: 'health',
      mimeType: 'image/png',
    });
  });

  it('takes what FormData makes of quotes in names, in pieces of unknown length', async () => {
    const form = new FormData();
    form.set('customerId', String(customerId));
    form.set('documentType', 'kyc');
    form.set('file', new Blob([new Uint8Array(SAMPLE_FILES.jpg)]), 'the "new" card.jpg');
    const url = new URL('/api/documents/upload', gateway.url);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { cookie: fixture.cookie },
      body: form,
    });
    expect(answer.status).toBe(201);
    expect((await answer.json()).fileName).toBe('the _new_ card.jpg');
  });

  it('of a file that the customer has already answers a warning', async () => {
    await uploaded(samplePdf('twice'), 'first.pdf');
    const again = await upload(samplePdf('twice'), 'second.pdf');
    expect(again.status).toBe(201);
    const { warnings } = await again.json();
    expect(warnings).toMatchObject([
      { field: 'file', code: 'file-duplicate', message: expect.stringContaining('first.pdf') },
    ]);
  });

  it('sent again under its key answers the first document and keeps one file', async () => {
    const headers = { 'Idempotency-Key': 'once-only' };
    const first = await upload(SAMPLE_FILES.pdf, 'once.pdf', {}, headers);
    const before = await storedIn(gateway.dataDir);
    const again = await upload(SAMPLE_FILES.pdf, 'once.pdf', {}, headers);
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(await first.json());
    expect(await storedIn(gateway.dataDir)).toEqual(before);
    const other = await upload(samplePdf('another'), 'once.pdf', {}, headers);
    expect(other.status).toBe(409);
    expect((await other.json()).code).toBe('idempotency-key-reused');
    expect(await storedIn(gateway.dataDir)).toEqual(before);
  });
});

describe('a document for a claim', () => {
  it('is uploaded with the claim and what of its checklist it is, and read by both faces', async () => {
    const claim = {
      ...{ policyId, kind: 'cashless', lossDate: '2025-08-01', intimatedOn: '2025-08-01' },
      amountClaimed: '60000',
    };
    const made = await send('POST', 'claims', { body: claim });
    expect(made.status, made.text).toBe(201);
    const claimId = Number(made.json.id);
    const of = { documentType: 'claim_document', claimId, requirement: 'health_card' };
    const answer = await upload(SAMPLE_FILES.pdf, 'card.pdf', of);
    const document = await answer.json();
    expect(document).toMatchObject({ ...of, policyId, policyType: 'health' });
    expect((await send('GET', `claims/${claimId}`)).json.missingDocuments).toBe(3);
    const listed = (await send('GET', `documents?claimId=${claimId}`)).json;
    expect(listed).toMatchObject([{ id: document.id }]);
    const query = `{ document(id: ${document.id}) { requirement claim { id claimNumber } } }`;
    const asked = await fetch(new URL('/graphql', gateway.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: fixture.cookie },
      body: JSON.stringify({ query }),
    });
    expect((await asked.json()).data.document).toEqual({
      ...{ requirement: 'health_card' },
      claim: { id: claimId, claimNumber: made.json.claimNumber },
    });
    const wrong = await upload(SAMPLE_FILES.pdf, 'keys.pdf', {
      ...of,
      requirement: 'vehicle_keys',
    });
    expect(wrong.status).toBe(400);
    expect((await wrong.json()).fields).toMatchObject([{ field: 'requirement' }]);
  });
});

describe('a download', () => {
  it('gives back every kind byte by byte, under its own name', async () => {
    for (const [kind, content] of Object.entries(SAMPLE_FILES)) {
      const id = await uploaded(content, `രേഖ.${kind}`);
      const answer = await get(`/api/documents/${id}/download`);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-disposition': `attachment; filename="_.${kind}"; filename*=UTF-8''${encodeURIComponent(`രേഖ.${kind}`)}`,
        'content-length': String(content.length),
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      });
    }
  });

  it('answers the same to HEAD, without the content', async () => {
    const id = await uploaded(SAMPLE_FILES.pdf, 'a.pdf');
    const answer = await send('HEAD', `documents/${id}/download`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-length']).toBe(String(SAMPLE_FILES.pdf.length));
    expect(answer.text).toBe('');
  });

  /** A picture of 3 MB, whose file in the store is handed on to be spoilt. */
  const spoilt = async (spoil: (path: string) => Promise<void>): Promise<number> => {
    const before = await storedIn(gateway.dataDir);
    const large = Buffer.concat([samplePdf(), Buffer.alloc(3e6, '%\n'), Buffer.from('%%EOF\n')]);
    const id = await uploaded(large, 'large.pdf');
    const [path = ''] = (await storedIn(gateway.dataDir)).filter((one) => !before.includes(one));
    await spoil(path);
    return id;
  };

  it('is cut off, and never ends well, when the stored file ends too early', async () => {
    const id = await spoilt((path) => truncate(path, 1_500_000));
    const answer = await get(`/api/documents/${id}/download`);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(gateway.logged.at(-1)).not.toContain('large.pdf');
  });

  it('is refused when nothing of the stored file can be read, and says what to do', async () => {
    const id = await spoilt((path) => writeFile(path, Buffer.alloc(3e6)));
    const answer = await get(`/api/documents/${id}/download`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      code: 'file-damaged',
      error: expect.stringContaining('restore it from a backup'),
    });
    expect(gateway.logged.at(-1)).toContain('has to be restored');
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  it('that is broken off is no trouble of ours', async () => {
    const id = await spoilt(async () => undefined);
    const lines = gateway.logged.length;
    const abort = new AbortController();
    const answer = await fetch(new URL(`/api/documents/${id}/download`, gateway.url), {
      headers: { cookie: fixture.cookie },
      signal: abort.signal,
    });
    await answer.body?.getReader().read();
    abort.abort();
    expect((await get(`/api/documents/${id}/download`)).status).toBe(200);
    expect(gateway.logged.length).toBe(lines);
  });
});

describe('a preview', () => {
  it.each(['pdf', 'jpg', 'png'] as const)('shows a %s', async (kind) => {
    const id = await uploaded(SAMPLE_FILES[kind], `a.${kind}`);
    const answer = await get(`/api/documents/${id}/preview`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="a\./);
    const policy = String(answer.headers.get('content-security-policy'));
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
    expect(policy.endsWith('; sandbox')).toBe(kind !== 'pdf');
    expect(Buffer.from(await answer.arrayBuffer()).equals(SAMPLE_FILES[kind])).toBe(true);
  });

  it.each(['doc', 'docx'] as const)('shows no %s', async (kind) => {
    const id = await uploaded(SAMPLE_FILES[kind], `a.${kind}`);
    const answer = await get(`/api/documents/${id}/preview`);
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'no-preview' });
  });
});

describe('a document', () => {
  it('is deleted only as it was seen; its history stays', async () => {
    const id = await uploaded(SAMPLE_FILES.pdf, 'a.pdf');
    const stale = { 'If-Match': '"7"' };
    expect((await send('DELETE', `documents/${id}`, { headers: stale })).status).toBe(412);
    const headers = { 'If-Match': '"0"' };
    expect((await send('DELETE', `documents/${id}`, { headers })).status).toBe(204);
    for (const path of [`documents/${id}`, `documents/${id}/download`, `documents/${id}/preview`]) {
      const answer = await send('GET', path);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
      expect(answer.json.code).toBe('document-not-found');
    }
    const history = (await send('GET', `documents/${id}/history`)).json;
    expect(history).toMatchObject([{ type: 'DocumentUploaded' }, { type: 'DocumentDeleted' }]);
  });

  it('of a deleted customer is opened by nobody but an auditor', async () => {
    const body = { name: 'Biju Das', phone: '9876543211' };
    const of = Number((await send('POST', 'customers', { body })).json.id);
    const id = await uploaded(SAMPLE_FILES.pdf, 'pan.pdf', { customerId: of });
    expect((await send('DELETE', `customers/${of}`)).status).toBe(204);
    const auditor = await signInAs(gateway, 'auditor', 'looks');
    const manager = await signInAs(gateway, 'manager', 'leads');
    for (const how of ['download', 'preview']) {
      const path = `documents/${id}/${how}`;
      for (const reader of [fixture.cookie, manager.cookie]) {
        const refused = await send('GET', path, { cookie: reader });
        expect(refused).toMatchObject({ status: 403, json: { code: 'forbidden' } });
        expect(refused.json.error).toContain('has been deleted');
      }
      const opened = await get(`/api/${path}`, { cookie: auditor.cookie });
      expect(opened.status).toBe(200);
      expect(Buffer.from(await opened.arrayBuffer())).toEqual(SAMPLE_FILES.pdf);
    }
    const entries = async () => {
      const { json } = await send('GET', 'audit?kind=reveal', { cookie: auditor.cookie });
      return (json as unknown as Json[]).filter(({ recordId }) => Number(recordId) === of);
    };
    const entry = {
      actor: { username: 'looks' },
      type: 'DeletedCustomerFileOpened',
      recordKind: 'customer',
      summary: 'Opened a file of a customer who had been deleted',
    };
    await expect.poll(entries).toMatchObject([entry, entry]);
  });

  it('that carries a script says so, and no browser shows it by itself', async () => {
    const pdf = Buffer.from(
      samplePdf()
        .toString('latin1')
        .replace(
          '/Type /Catalog',
          '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
        ),
      'latin1',
    );
    const id = await uploaded(pdf, 'form.pdf');
    expect((await send('GET', `documents/${id}`)).json.activeContent).toBe('found');
    const shown = await get(`/api/documents/${id}/preview`);
    expect(shown.headers.get('content-security-policy')).toMatch(/; sandbox$/);
    const plain = await uploaded(samplePdf('plain'), 'plain.pdf');
    const sound = await get(`/api/documents/${plain}/preview`);
    expect(sound.headers.get('content-security-policy')).not.toContain('sandbox');
  });

  it('has no other methods, and is nothing for strangers', async () => {
    const stranger = { cookie: 'none=none' };
    expect((await send('PUT', 'documents/1')).headers.allow).toBe('GET, HEAD, DELETE, OPTIONS');
    expect((await send('GET', 'documents/upload')).headers.allow).toBe('POST, OPTIONS');
    for (const path of [
      'documents',
      'documents/1',
      'documents/1/download',
      'documents/1/preview',
    ]) {
      expect((await send('GET', path, stranger)).status).toBe(401);
    }
  });
});

describe('the KYC status', () => {
  it('is set with the document that it rests on', async () => {
    const documentId = await uploaded(SAMPLE_FILES.pdf, 'pan.pdf');
    const path = `customers/${customerId}/kyc`;
    const set = await send('PUT', path, { body: { kycStatus: 'Verified', documentId } });
    expect(set.status).toBe(200);
    expect(set.json).toMatchObject({ id: customerId, kycStatus: 'verified', warnings: [] });
    expect(set.headers.etag).toBe(`"${set.json.version}"`);
    expect((await send('GET', `customers/${customerId}`)).json.kycStatus).toBe('verified');
    const deleting = await send('DELETE', `documents/${documentId}`);
    expect(deleting.status).toBe(409);
    expect(deleting.json.code).toBe('kyc-document-in-use');
  });

  it.each([
    [{}, 'kycStatus'],
    [{ kycStatus: 'perhaps' }, 'kycStatus'],
    [{ kycStatus: 'rejected', documentId: 'x' }, 'documentId'],
    [{ kycStatus: 'rejected', documentId: 999_999 }, 'documentId'],
  ])('is not set by %j', async (body, field) => {
    const answer = await send('PUT', `customers/${customerId}/kyc`, { body });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toMatchObject([{ field }]);
  });
});
