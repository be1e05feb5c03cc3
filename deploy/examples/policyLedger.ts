/**
 * An example of another system that listens: a ledger of policies as a CSV file, a line for each term
 * that begins, is cancelled or is reinstated. To be copied: it knows nothing of our code.
 *
 *     npm run build
 *     KAFKA_BROKERS=localhost:9092 node deploy/dist/examples/policyLedger.js ledger.csv
 *
 * What each message says is in `GET /api/asyncapi.json`; what a consumer can rely on, in
 * docs/integration.md. Ctrl-C ends it; it goes on where it was. Without the file it begins anew.
 */
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { type EachMessagePayload, Kafka, logLevel } from 'kafkajs';

const TOPIC = 'insuremanager.policies.v1';
const GROUP = 'policy-ledger';
const HEAD = 'id,occurredAt,what,policyId,termId,insurer,premium\n';

/** What this program looks at. Of fields and types that came later it knows nothing, and needs to. */
interface Payload {
  policyId: number;
  termId?: number;
  nextTermId?: number;
  cover?: { insuranceCompany: string; premiumAmount: number };
}

const WHAT: Readonly<Record<string, string>> = {
  PolicyIssued: 'issued',
  PolicyRenewed: 'renewed',
  PolicyCancelled: 'cancelled',
  PolicyReinstated: 'reinstated',
};

/** The ids that the file has. What a crash left of a line is cut off: its message comes again. */
async function openLedger(file: string): Promise<{ ids: Set<string>; isNew: boolean }> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const isNew = !whole.startsWith(HEAD);
  if (isNew) await writeFile(file, HEAD);
  else await truncate(file, Buffer.byteLength(whole));
  const lines = isNew ? [] : whole.split('\n').slice(1, -1);
  return { ids: new Set(lines.map((line) => line.slice(0, line.indexOf(',')))), isNew };
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** Amounts are whole paise. */
const rupees = (paise: number): string => (paise / 100).toFixed(2);

/** The line that a message adds; null where it is of no interest. */
function lineOf({ message }: EachMessagePayload): { id: string; line: string } | null {
  const { id, type, occurredAt } = Object.fromEntries(
    Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const what = WHAT[type ?? ''];
  if (!id || !what) return null;
  const { policyId, termId, nextTermId, cover } = JSON.parse(String(message.value)) as Payload;
  const term = nextTermId ?? termId ?? policyId;
  const insurer = cover ? quoted(cover.insuranceCompany) : '';
  const premium = cover ? rupees(cover.premiumAmount) : '';
  return { id, line: `${[id, occurredAt, what, policyId, term, insurer, premium].join(',')}\n` };
}

async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  const brokers = process.env.KAFKA_BROKERS?.split(',');
  if (!file || !brokers) throw new Error('Usage: KAFKA_BROKERS=host:9092 policyLedger FILE.csv');
  const kafka = new Kafka({ clientId: GROUP, brokers, logLevel: logLevel.ERROR });
  const { ids, isNew } = await openLedger(file);
  if (isNew) await fromTheBeginning(kafka);
  // A place that a killed process leaves behind is given to others after this.
  const consumer = kafka.consumer({ groupId: GROUP, sessionTimeout: 10_000 });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void consumer.disconnect());
  await consumer.connect();
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  await consumer.run({
    // Kafka's mark moves after this: what was not written comes again, and what was, is known by its id.
    async eachMessage(received) {
      const entry = lineOf(received);
      if (!entry || ids.has(entry.id)) return;
      await appendFile(file, entry.line);
      ids.add(entry.id);
    },
  });
}

/** The group may have been further on with a file that is gone. */
async function fromTheBeginning(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await admin.resetOffsets({ groupId: GROUP, topic: TOPIC, earliest: true });
  } finally {
    await admin.disconnect();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
