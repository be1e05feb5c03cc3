import { randomUUID } from 'node:crypto';
import {
  QuotationEmailed,
  QuotationEmailRequested,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { signedInClient } from '../harness/client.js';
import { type Figure, figuresOf, timed, timingsOf } from '../harness/figures.js';
import { encodedEvent } from '../harness/population.js';
import { saveCustomer } from './mutationMeasures.js';
import type { Bench } from './part.js';

const EMAILS = 200;
const PDFS = 300;
/** Changes on an idle system, to compare with. */
const CHANGES_ALONE = 100;

const h = figuresOf('h');

/**
 * How long a change takes while the PDF of one quotation, which has been mailed again and again, is
 * asked for many times at once. Whoever opens so many has connections of their own.
 */
export async function measureManyPdfs(bench: Bench, quotationId: number): Promise<Figure[]> {
  await mailOften(bench, quotationId);
  const editor = { ...bench, client: await bench.client() };
  const change = async () => (await saveCustomer(editor)).millis;
  const alone: number[] = [];
  for (let done = 0; done < CHANGES_ALONE; done += 1) alone.push(await change());

  const { adminUsername: username, adminPassword: password = '' } = bench.settings;
  const admin = { username, password };
  const reader = await signedInClient(editor.client.url, { ...admin, connections: PDFS });
  let isOpening = true;
  const beside: number[] = [];
  const changing = async () => {
    while (isOpening) beside.push(await change());
  };
  const opening = timed(() =>
    Promise.all(
      Array.from({ length: PDFS }, () => reader.send(`/api/quotations/${quotationId}/pdf`, 200)),
    ),
  ).finally(() => {
    isOpening = false;
    reader.close();
  });
  const [{ millis }] = await Promise.all([opening, changing()]);

  const what = `${PDFS} PDFs at once of a quotation with ${EMAILS} emails`;
  const [before, meanwhile] = [timingsOf(alone), timingsOf(beside)];
  return [
    h(what, (PDFS / millis) * 1000, '/s'),
    h('mutation, one client, p95', before.p95, 'ms'),
    h(`the same beside ${what}, p95`, meanwhile.p95, 'ms'),
    h(`the same beside ${what}, at most`, meanwhile.max, 'ms'),
  ];
}

/** As if it had been mailed: straight into the log, of which the read models hear as ever. */
async function mailOften({ services }: Bench, quotationId: number): Promise<void> {
  const { platform } = services;
  const customerId = 1;
  const personal = { to: 'lakshmi@example.com', message: null };
  const happened = Array.from({ length: EMAILS }, () => {
    const email = { quotationId, emailId: randomUUID() };
    const fileKey = `bench/${email.emailId}`;
    return [
      QuotationEmailRequested({ ...email, customerId, fileKey, personal }),
      QuotationEmailed({ ...email, isKept: false }),
    ];
  });
  const events = await Promise.all(happened.flat().map((event) => encodedEvent(platform, event)));
  await platform.eventLog.append(quotationStream(quotationId), 0n, events);
}
