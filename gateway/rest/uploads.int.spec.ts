import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_SENTENCES, LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import {
  SAMPLE_FILES,
  samplePdf,
  wordParts,
  zipOf,
} from '@insuremanager/services/documents/testing/sampleFiles';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BOUNDARY,
  FORM_TYPE,
  fieldParts,
  filePart,
  formOf,
  type Part,
  sendForm,
  storedIn,
} from '../testing/uploading.js';

const { fixture, gateway, add } = gatewayFixture();
let customerId: number;
beforeAll(async () => {
  customerId = await addCustomer();
});

const addCustomer = () => add('/api/customers', { name: 'Asha', phone: '9876543210' });

const fields = (more: object = {}): Part[] =>
  fieldParts({ customerId, documentType: 'kyc', ...more });
const pdf = filePart(SAMPLE_FILES.pdf);
const send = (parts: readonly Part[], headers = {}) =>
  sendForm(gateway.url, formOf(parts), { cookie: fixture.cookie, ...headers });

/** A PDF of so many bytes. */
const pdfOf = (bytes: number): Buffer => {
  const [start, end] = [samplePdf(), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([start, Buffer.alloc(bytes - start.length - end.length, '%\n'), end]);
};

/** What is in the log and in the store. */
const traces = async () => ({
  head: await gateway.platform.eventLog.head(),
  stored: await storedIn(gateway.dataDir),
  defects: gateway.logged.filter((line) => line.includes('unforeseen')).length,
});

async function expectRefusal(
  answer: Response,
  status: number,
  code: string,
  field?: string,
): Promise<void> {
  const problem = await answer.json();
  expect({ status: answer.status, code: problem.code }).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  if (field) expect(problem.fields).toMatchObject([{ field }]);
}

describe('an upload that is refused leaves nothing behind:', () => {
  let before: Awaited<ReturnType<typeof traces>>;
  beforeEach(async () => {
    before = await traces();
  });
  afterEach(async () => {
    expect(await traces()).toEqual(before);
  });

  it.each<[string, () => Part[]]>([
    ['nothing', () => []],
    ['no file', () => fields()],
    ['no customer', () => [pdf, ...fieldParts({ documentType: 'kyc' })]],
    ['neither customer nor type', () => [pdf]],
    ['an empty customer', () => [...fields({ customerId: ' ' }), pdf]],
    ['an input in which no file was chosen', () => [...fields(), filePart(Buffer.of(), '')]],
    ['a file under another name', () => [...fields(), { ...pdf, name: 'document' }]],
    ['a field called file', () => [...fields(), { name: 'file', value: 'text' }]],
  ])('%s', async (_what, parts) => {
    const answer = await send(parts());
    expect(answer.status).toBe(400);
    const { error, fields: faults } = await answer.json();
    expect(error).toBe('Please select a file and customer.');
    expect(faults).toHaveLength(1);
  });

  it.each<[string, () => Part, string]>([
    ['an empty file', () => filePart(Buffer.of()), FILE_SENTENCES.empty],
    ['10 MB and a byte', () => filePart(pdfOf(LARGEST_FILE + 1)), FILE_SENTENCES.tooLarge],
    ['far more than 10 MB', () => filePart(pdfOf(3 * LARGEST_FILE)), FILE_SENTENCES.tooLarge],
    [
      'a program that is named like a PDF',
      () => filePart(Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(5000)]), 'card.pdf'),
      FILE_SENTENCES.wrongKind,
    ],
    [
      'a page that is named like a picture',
      () => filePart(Buffer.from('<script>alert(1)</script>'), 'a.png'),
      FILE_SENTENCES.wrongKind,
    ],
    [
      'a Word file that unpacks to gigabytes',
      () => {
        const bomb = { name: 'word/media/a', data: Buffer.alloc(1000), declaredSize: 4e9 };
        return filePart(zipOf([...wordParts(), bomb]), 'letter.docx');
      },
      FILE_SENTENCES.unsafe,
    ],
    [
      'half a PDF',
      () => filePart(SAMPLE_FILES.pdf.subarray(0, SAMPLE_FILES.pdf.length / 2)),
      FILE_SENTENCES.damaged,
    ],
  ])('%s', async (_what, part, sentence) => {
    for (const parts of [
      [...fields(), part()],
      [part(), ...fields()],
    ]) {
      const answer = await send(parts);
      expect(answer.status).toBe(sentence === FILE_SENTENCES.tooLarge ? 413 : 400);
      const { error, fields: faults } = await answer.json();
      expect(error).toBe(sentence);
      expect(faults).toMatchObject([{ field: 'file' }]);
    }
  });

  it.each<[object, string]>([
    [{ customerId: 'abc' }, 'customerId'],
    [{ customerId: 999_999 }, 'customerId'],
    [{ documentType: 'photo' }, 'documentType'],
    [{ documentType: '__proto__' }, 'documentType'],
    [{ policyId: 5 }, 'policyId'],
    [{ policyType: 'health' }, 'policyType'],
    [{ documentType: 'policy_document', policyType: 'life' }, 'policyType'],
    [{ documentType: 'policy_document', policyId: 'x' }, 'policyId'],
    [{ documentType: 'policy_document', policyId: 999_999 }, 'policyId'],
  ])('a file with %j', async (wrong, field) => {
    await expectRefusal(await send([pdf, ...fields(wrong)]), 400, 'invalid-input', field);
  });

  it('the number of a customer with more behind it than a field may have', async () => {
    const wrong = `${customerId}${' '.repeat(1024)}7`;
    const answer = await send([pdf, ...fields({ customerId: wrong })]);
    await expectRefusal(answer, 413, 'too-large');
  });

  it('a field that is long', async () => {
    const wrong = { documentType: 'x'.repeat(50_000) };
    await expectRefusal(await send([pdf, ...fields(wrong)]), 413, 'too-large');
  });

  it('two files', async () => {
    const answer = await send([...fields(), pdf, filePart(SAMPLE_FILES.png, 'b.png')]);
    await expectRefusal(answer, 400, 'invalid-input', 'file');
  });

  it('a crowd of fields', async () => {
    const crowd = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, i]));
    await expectRefusal(await send([pdf, ...fields(crowd)]), 413, 'too-large');
  });

  it('a crowd of files', async () => {
    const crowd = Array.from({ length: 50 }, () => ({ ...filePart(SAMPLE_FILES.png), name: 'x' }));
    await expectRefusal(await send([...fields(), pdf, ...crowd]), 413, 'too-large');
  });

  it.each<[string, Buffer, string]>([
    ['no boundary', formOf([pdf]), 'multipart/form-data'],
    ['another boundary', formOf([pdf]), 'multipart/form-data; boundary=other'],
    ['no end', formOf([...fields(), pdf]).subarray(0, -8), FORM_TYPE],
    ['headers without end', Buffer.from(`--${BOUNDARY}\r\n${'x'.repeat(40_000)}`), FORM_TYPE],
    ['nothing in it', Buffer.of(), FORM_TYPE],
    ['noise', Buffer.alloc(100_000, 'noise'), FORM_TYPE],
  ])('a form with %s', async (_what, body, type) => {
    const answer = await sendForm(gateway.url, body, {
      cookie: fixture.cookie,
      'Content-Type': type,
    });
    await expectRefusal(answer, 400, 'broken-upload');
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data-not'])(
    'a body of %s',
    async (type) => {
      const answer = await sendForm(gateway.url, Buffer.from('{}'), {
        cookie: fixture.cookie,
        'Content-Type': type,
      });
      await expectRefusal(answer, 415, 'not-multipart');
    },
  );

  it('a compressed form', async () => {
    const answer = await send([...fields(), pdf], { 'Content-Encoding': 'gzip' });
    await expectRefusal(answer, 415, 'unsupported-encoding');
  });

  it.each([
    ['Idempotency-Key', 'x'.repeat(201), 'invalid-idempotency-key'],
    ['If-Match', 'W/"x"', 'invalid-if-match'],
  ])('a wrong %s', async (name, value, code) => {
    await expectRefusal(await send([...fields(), pdf], { [name]: value }), 400, code);
  });

  it('a stranger’s', async () => {
    const answer = await sendForm(gateway.url, formOf([...fields(), filePart(pdfOf(5e6))]));
    await expectRefusal(answer, 401, 'not-signed-in');
  });

  it('another site’s', async () => {
    const answer = await send([...fields(), pdf], { Origin: 'https://elsewhere.example' });
    await expectRefusal(answer, 403, 'foreign-origin');
  });

  it('more than ever fits, of no declared length', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        const head = formOf([pdf]).subarray(0, 150);
        controller.enqueue(sent === 1 ? head : Buffer.alloc(1e6, '%'));
      },
    });
    const answer = await sendForm(gateway.url, endless, { cookie: fixture.cookie });
    await expectRefusal(answer, 413, 'too-large', 'file');
    expect(sent).toBeLessThan(60);
  });
});

describe('a customer who is deleted', () => {
  it('gets no documents', async () => {
    const deleted = await addCustomer();
    await call(gateway.url, `/api/customers/${deleted}`, {
      method: 'DELETE',
      cookie: fixture.cookie,
    });
    const before = await traces();
    const answer = await send([pdf, ...fields({ customerId: deleted })]);
    await expectRefusal(answer, 400, 'invalid-input', 'customerId');
    expect(await traces()).toEqual(before);
  });
});

describe('the largest file', () => {
  it('of 10 MB is stored, byte by byte', async () => {
    const largest = pdfOf(LARGEST_FILE);
    const { id, fileSize } = await (await send([...fields(), filePart(largest)])).json();
    expect(fileSize).toBe(LARGEST_FILE);
    const url = new URL(`/api/documents/${id}/download`, gateway.url);
    const content = await (await fetch(url, { headers: { cookie: fixture.cookie } })).arrayBuffer();
    expect(Buffer.from(content).equals(largest)).toBe(true);
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\\\Users\\\\asha\\\\card.pdf', 'card.pdf'],
    ['a%22b%0D%0ASet-Cookie: x=1.pdf', 'a_b Set-Cookie_ x=1.pdf'],
    ['\u202Efdp.exe', 'fdp.exe.pdf'],
    ['ആധാർ.pdf', 'ആധാർ.pdf'],
    ['..', 'document.pdf'],
    [`${'k'.repeat(300)}.pdf`, `${'k'.repeat(251)}.pdf`],
    [`${'ക'.repeat(300)}.pdf`, `${'ക'.repeat(83)}.pdf`],
  ])('%s is given back as %s', async (sent, kept) => {
    const answer = await send([...fields(), filePart(SAMPLE_FILES.pdf, sent)]);
    const { id, fileName } = await answer.json();
    expect(fileName).toBe(kept);
    const url = new URL(`/api/documents/${id}/download`, gateway.url);
    const { headers } = await fetch(url, { method: 'HEAD', headers: { cookie: fixture.cookie } });
    const disposition = String(headers.get('content-disposition'));
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(kept);
    expect(headers.get('set-cookie')).toBeNull();
  });
});

describe('a store that is away', () => {
  it('is answered with 503; nothing is recorded, and the next upload works', async () => {
    const files = join(gateway.dataDir, 'files');
    const { head } = await traces();
    await rename(files, `${files}-away`);
    await writeFile(files, '');
    try {
      const answer = await send([...fields(), filePart(pdfOf(5e6))]);
      await expectRefusal(answer, 503, 'unavailable');
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await gateway.platform.eventLog.head()).toEqual(head);
    } finally {
      await rm(files);
      await rename(`${files}-away`, files);
    }
    expect((await send([...fields(), pdf])).status).toBe(201);
  });
});
