/** What people do with the installation that is up, and what they see of kills. See main.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { z } from 'zod';
import { type Credentials, send, signIn } from '../../harness/client.js';
import { openSender, type Sender } from '../../harness/testing/sender.js';
import { endWith } from '../../start/endWith.js';
import { containersOf, openDocker } from './docker.js';
import { killContainer, type Outage, tableOf } from './kills.js';
import { addCustomer, download, remind, startWork, upload } from './work.js';

export interface StoryInput {
  readonly url: string;
  readonly mailUrl: string;
  /** As compose knows it. */
  readonly project: string;
  readonly signIn: Credentials;
  readonly isFast: boolean;
}

/** Within this, people can do again what they want. */
const BACK_WITHIN_SECONDS = 30;

/** One of ours and one server, for a run that has little time. */
const FAST = ['gateway-1', 'postgres'];

const ANSWER_TIMEOUT_MS = 10_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(input: StoryInput): Promise<number> {
  const cookie = await signIn(input.url, input.signIn);
  const sender = openSender({ url: input.url, cookie, timeout: ANSWER_TIMEOUT_MS });
  say('Signed in through the proxy over TLS.');
  await tryEverything(sender, input);
  const docker = await openDocker();
  const running = await containersOf(docker, input.project);
  const services = running
    .map(({ service }) => service)
    .filter((service) => !input.isFast || FAST.includes(service))
    .sort();
  const work = startWork(sender);
  const outages: Outage[] = [];
  for (const service of services) {
    say(`Killing ${service} …`);
    const killing = { docker, project: input.project, work, failures: sender.failures };
    const outage = await killContainer(service, killing);
    say(tableOf([outage]));
    outages.push(outage);
  }
  await work.finish();
  const lost = await work.lost();
  say(`\n${tableOf(outages)}\n`);
  say(
    `${work.acknowledged()} customers, files and reminders were acknowledged; lost: ${lost.length}.`,
  );
  const late = outages.filter(({ seconds }) =>
    Object.values(seconds).some((each) => each > BACK_WITHIN_SECONDS),
  );
  for (const { service } of late) say(`${service} was missing for more than 30 s.`);
  for (const what of lost) say(`LOST: ${what}`);
  return late.length + lost.length === 0 ? 0 : 1;
}

/** Before anything is killed, each of these works at once. */
async function tryEverything(sender: Sender, { url, mailUrl }: StoryInput): Promise<void> {
  const { id, name } = await addCustomer(sender);
  const path = `/api/customers?search=${encodeURIComponent(name)}`;
  const { json } = await sender.acknowledged({ method: 'GET', path });
  const found = z.array(z.object({ id: z.int() })).parse(json);
  expect(
    found.some((each) => each.id === id),
    'a new customer is in the list',
  );
  const document = await upload(sender, id);
  expect((await download(sender, document.id)) === document.hash, 'a file comes back as it was');
  const address = 'reminded@example.in';
  await remind(sender, address);
  await expectEmail(mailUrl, address);
  for (const path of ['/health/ready', '/health/ready/', '/metrics', '/metrics/']) {
    const { status } = await send(`${url}${path}`);
    expect(status === 404, `strangers are not told ${path}`);
  }
  const { status } = await send(`${url}/health/live`);
  expect(status === 200, 'strangers may ask whether it lives');
  expect(sender.failures() === 0, 'nothing failed so far');
  say('Written, read, uploaded, downloaded, reminded by email.');
}

function expect(isSo: boolean, sentence: string): void {
  if (!isSo) throw new Error(`Not so: ${sentence}.`);
}

async function expectEmail(mailUrl: string, address: string): Promise<void> {
  const emails = z.array(z.string()).parse((await send(mailUrl)).json);
  const parsed = await Promise.all(emails.map((email) => PostalMime.parse(email)));
  const isTo = parsed.some(({ to }) => to?.some((each) => each.address === address));
  expect(isTo, 'the reminder has arrived as an email');
}

/** The end of a story that waits for what never comes. */
const LONGEST_MS = 30 * 60_000;

const tooLong = pause(LONGEST_MS, undefined, { ref: false }).then(() => {
  throw new Error('It takes too long.');
});

endWith(Promise.race([main(JSON.parse(process.env.STORY ?? '')), tooLong]));
