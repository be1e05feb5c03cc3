import type { Changes } from '@insuremanager/services/platform/readModels/changes';
import { type ExecutionResult, parse, subscribe } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import type { OpenStream } from './openStreams.js';
import { graphqlSchema } from './schema.js';
import { createSharedReports } from './sharedReports.js';

const QUESTION = {
  schema: graphqlSchema(),
  document: parse('subscription { changes { everything records { kind ids } } }'),
};

const customers = (...ids: number[]): Changes => ({
  records: new Map([['customer', ids]]),
  everything: false,
});

/** What is notified, and a question about it. */
function office() {
  const listeners = new Set<(changes: Changes) => void>();
  const onChanges = (listener: (changes: Changes) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const context = { user: { role: 'agent' }, asOf: null, readModels: { onChanges } };
  let asked = 0;
  return {
    async subscribe() {
      asked += 1;
      const answers = await subscribe({ ...QUESTION, contextValue: context });
      return Symbol.asyncIterator in answers ? answers : expect.fail(String(answers.errors));
    },
    notify: (changes: Changes) => {
      for (const listener of listeners) listener(changes);
    },
    listening: () => listeners.size,
    asked: () => asked,
  };
}

/** A reader, and what it was sent. */
function reader() {
  const sent: Buffer[] = [];
  let over: () => void = () => undefined;
  const stream: OpenStream = {
    begin: (opening) => {
      sent.push(opening);
      return new Promise((resolve) => {
        over = resolve;
      });
    },
    tell: (report) => void sent.push(report),
    end: () => over(),
    close: () => undefined,
  };
  return { stream, sent, leave: () => over() };
}

const idsIn = (reports: readonly Buffer[]): unknown[] =>
  reports.map(
    (report) => JSON.parse(report.toString().split('data: ')[1] ?? '').data.changes.records,
  );

describe('reports that are shared', () => {
  it('are asked for and encoded once, however many streams they go to', async () => {
    const { subscribe, notify, asked } = office();
    const reports = createSharedReports(() => 0);
    const readers = Array.from({ length: 120 }, reader);
    for (const { stream } of readers) void reports.follow('all', subscribe, stream);
    await vi.waitFor(() => expect(readers.every(({ sent }) => sent.length === 1)).toBe(true));
    notify(customers(7));
    await vi.waitFor(() => expect(readers.every(({ sent }) => sent.length === 2)).toBe(true));
    expect(asked()).toBe(1);
    expect(idsIn(readers[119]?.sent ?? [])).toEqual([[], [{ kind: 'customer', ids: [7] }]]);
    // The very bytes, not a copy for each.
    expect(new Set(readers.map(({ sent }) => sent[1])).size).toBe(1);
    for (const { leave } of readers) leave();
  });

  it('are others for another question', async () => {
    const all = office();
    const own = office();
    const reports = createSharedReports(() => 0);
    const [one, other] = [reader(), reader()];
    void reports.follow('all', all.subscribe, one.stream);
    void reports.follow('own', own.subscribe, other.stream);
    await vi.waitFor(() => expect([one.sent.length, other.sent.length]).toEqual([1, 1]));
    all.notify(customers(7));
    await vi.waitFor(() => expect(one.sent).toHaveLength(2));
    expect(other.sent).toHaveLength(1);
    one.leave();
    other.leave();
  });

  it('are joined while they rest', async () => {
    const { subscribe, notify } = office();
    const reports = createSharedReports(() => 50);
    const { stream, sent, leave } = reader();
    void reports.follow('all', subscribe, stream);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    notify(customers(1));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    for (let id = 2; id <= 100; id += 1) notify(customers(id));
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    const rest = Array.from({ length: 99 }, (_, nth) => nth + 2);
    expect(idsIn(sent.slice(1))).toEqual([
      [{ kind: 'customer', ids: [1] }],
      [{ kind: 'customer', ids: rest }],
    ]);
    leave();
  });

  it('say nothing of who signed in or looked at whom', async () => {
    const { subscribe, notify } = office();
    const reports = createSharedReports(() => 0);
    const { stream, sent, leave } = reader();
    void reports.follow('all', subscribe, stream);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    notify({ records: new Map([['userAccess', [3]]]), everything: false });
    notify({
      records: new Map([
        ['user', [3]],
        ['customer', [4]],
      ]),
      everything: false,
    });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(idsIn(sent.slice(1))).toEqual([[{ kind: 'customer', ids: [4] }]]);
    leave();
  });

  it('end with the last stream that wants them, and begin anew with the next', async () => {
    const { subscribe, listening, asked } = office();
    const reports = createSharedReports(() => 60_000);
    const [first, last, next] = [reader(), reader(), reader()];
    const over = [first, last].map(({ stream }) => reports.follow('all', subscribe, stream));
    await vi.waitFor(() => expect(last.sent).toHaveLength(1));
    first.leave();
    await over[0];
    expect(listening()).toBe(1);
    last.leave();
    await over[1];
    await vi.waitFor(() => expect(listening()).toBe(0));
    void reports.follow('all', subscribe, next.stream);
    await vi.waitFor(() => expect(next.sent).toHaveLength(1));
    expect(asked()).toBe(2);
    next.leave();
  });

  it('are refused to each who asks, and end every stream when they break off', async () => {
    const refused = async () => {
      throw new Error('No such question');
    };
    const reports = createSharedReports(() => 0);
    for (const { stream } of [reader(), reader()]) {
      await expect(reports.follow('what', refused, stream)).rejects.toThrow('No such question');
    }
    async function* broken(): AsyncGenerator<ExecutionResult, void, void> {
      yield { data: null };
      throw new Error('Broken off');
    }
    const readers = [reader(), reader()];
    await Promise.all(
      readers.map(({ stream }) => reports.follow('broken', async () => broken(), stream)),
    );
  });
});
