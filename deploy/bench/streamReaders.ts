/** Windows that are open: reads streams of changes, and says what arrived. */
import { request } from 'node:http';
import { answer, onInput } from '../harness/forked.js';
import type { Heard, ReadersTask } from './writesBesideStreams.js';

/** Opened at once, of many. */
const AT_ONCE = 50;

let reports = 0;
let bytes = 0;
/** How many streams have told of each customer. */
const told = new Map<number, number>();

/** Resolves once its first report is there. */
const open = ({ url, cookie, query }: ReadersTask): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json', cookie };
    const options = { agent: false, method: 'POST', headers } as const;
    const asking = request(`${url}/graphql/stream`, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream: ${response.statusCode}`));
      response.setEncoding('latin1').on('data', (text: string) => {
        bytes += text.length;
        reports += text.split('event: next').length - 1;
        for (const [, ids = ''] of text.matchAll(/"customer","ids":\[([\d,]*)\]/g)) {
          for (const id of ids.split(',').map(Number)) told.set(id, (told.get(id) ?? 0) + 1);
        }
        resolve();
      });
      response.on('end', () => answer({ failure: 'A stream was ended' }));
    });
    asking.on('error', reject).end(JSON.stringify({ query }));
  });

onInput(
  async (task: ReadersTask) => {
    for (let opened = 0; opened < task.streams; opened += AT_ONCE) {
      const more = Math.min(AT_ONCE, task.streams - opened);
      await Promise.all(Array.from({ length: more }, () => open(task)));
    }
    process.on('message', ({ customer }: { customer: number }) =>
      answer({ reports, bytes, told: told.get(customer) ?? 0 } satisfies Heard),
    );
    return {};
  },
  { goesOn: true },
);
