import { setTimeout } from 'node:timers/promises';
import { newPolicy } from '../../crash/testing/policyWork.js';
import { type Gateway, listed } from '../../crash/testing/whatRemains.js';
import { dice } from '../../demo/dice.js';
import { specimenPdf } from '../../demo/specimens.js';
import { type Answer, send, sha256Of, signIn, uploadForm } from '../../harness/client.js';
import { healthOf } from '../../harness/testing/installationUnderTest.js';
import { launch } from '../../harness/testing/launch.js';
import { until } from '../../harness/waiting.js';

interface Listed {
  readonly id: number;
}

/** A few records of each kind, made through the REST interface of an installation. */
export function bookFixture(url: string, cookie: string) {
  const chance = dice(20_261_121);
  const sent = async (path: string, body: object, method = 'POST'): Promise<Listed> => {
    const answer = await send(`${url}/api/${path}`, { method, body, headers: { cookie } });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json as unknown as Listed;
  };
  const customer = (name: string) => sent('customers', { name, phone: '9876543210' });
  const upload = async (customerId: number, content: string) => {
    const file = Buffer.from(specimenPdf([content]));
    const form = uploadForm(customerId, file, { fileName: 'identity.pdf' });
    return { ...(await sent('documents/upload', form)), sha256: sha256Of(file) };
  };

  return {
    customer,
    upload,

    /** A customer with a policy of each kind, documents, and a quotation that was emailed. */
    async fill(name: string): Promise<void> {
      const { id: customerId } = await customer(name);
      const terms = { customerId, premium: '12500.00', chance };
      for (const kind of ['health', 'vehicle'] as const) {
        const policyNumber = `${kind}/${customerId}`;
        await sent(`${kind}-policies`, newPolicy(kind, { ...terms, policyNumber }));
      }
      for (const content of ['front', 'back'.repeat(20_000)]) await upload(customerId, content);
      const offer = { customerId, insuranceType: 'health', premiumAmount: '9000.00' };
      const quotation = await sent('quotations', offer);
      await sent(`quotations/${quotation.id}/email`, { to: 'asha.menon@example.in' });
    },

    /**
     * Uploads one document after the other until stopped, ever more slowly: however long that takes,
     * they are fewer than a sweep refuses to remove. Those that were acknowledged.
     */
    async uploadUntil(customerId: number, isOver: () => boolean) {
      const uploaded: (Listed & { sha256: string })[] = [];
      while (!isOver()) {
        if (uploaded.length < 80) uploaded.push(await upload(customerId, `No. ${uploaded.length}`));
        await setTimeout(50 * uploaded.length);
      }
      return uploaded;
    },
  };
}

const SORTS: Readonly<Record<string, string>> = {
  customers: 'added',
  'health-policies': 'added',
  'vehicle-policies': 'added',
  quotations: 'added',
  documents: 'uploaded',
};

/** What is found once the lists show all that was done. */
export async function foundBook(url: string) {
  await until(() => isCaughtUp(url), 'the lists');
  const cookie = await signIn(url);
  const gateway: Gateway = { url, cookie };
  const lists: Record<string, readonly Listed[]> = {};
  for (const [list, sort] of Object.entries(SORTS)) lists[list] = await listed(list, gateway, sort);
  const answersOf = async (list: string, path: string, shown: (answer: Answer) => string) => {
    const answers: Record<number, string> = {};
    for (const { id } of lists[list] ?? []) {
      const answer = await send(`${url}/api/${list}/${id}/${path}`, { headers: { cookie } });
      answers[id] = answer.status === 200 ? shown(answer) : `${answer.status} ${answer.json.code}`;
    }
    return answers;
  };
  return {
    lists,
    /**
     * The SHA-256 of what is downloaded, by document; or the status and code of what was answered.
     */
    files: await answersOf('documents', 'download', ({ bytes }) => sha256Of(bytes)),
    /** How the PDF of each quotation begins, such as `%PDF`. */
    pdfs: await answersOf('quotations', 'pdf', ({ bytes }) => bytes.toString('latin1', 0, 4)),
  };
}

/** What people find in an installation. */
export type FoundBook = Awaited<ReturnType<typeof foundBook>>;

async function isCaughtUp(url: string): Promise<boolean> {
  const { json } = await healthOf(url);
  return (json.readModels as { lagSeconds?: number } | null)?.lagSeconds === 0;
}

/** Runs `npm run ops -- …` on a data folder; what it says, and its exit code. */
export const ops = (
  dataDir: string,
  ...args: string[]
): Promise<{ code: number | null; said: string }> => opsUntil(null, dataDir, args);

/**
 * The same, but killed as soon as it has said something; the exit code is then null, unless it was
 * faster.
 */
export async function opsUntil(
  line: RegExp | null,
  dataDir: string,
  args: readonly string[],
): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { child, said, ended } = launch('ops/main.js', args, env, () => {
    if (line?.test(said())) child.kill('SIGKILL');
  });
  return { code: await ended(), said: said() };
}
