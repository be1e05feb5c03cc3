import type { Span } from '@opentelemetry/api';
import type { Bus, BusMessage } from './bus/bus.js';
import type { CommandRunner } from './commands/commandRunner.js';
import { Refusal } from './errors.js';
import { type EventLog, WrongRevision } from './eventLog/eventLog.js';
import { FileExists, FileMissing, type FileStore } from './files/fileStore.js';
import { MailDeferred, type Mailer, MailRefused } from './mail/mailer.js';
import { type Metrics, secondsSince } from './telemetry/metrics.js';
import {
  contextOf,
  inSpan,
  markFailed,
  SpanKind,
  startSpan,
  traceparentOf,
} from './telemetry/tracing.js';

/** The same log; how long it takes is measured, and appends and reads are spans. */
export function observedEventLog(log: EventLog, metrics: Metrics): EventLog {
  const observe = async <Result>(
    operation: 'append' | 'read_stream' | 'read_last' | 'head',
    stream: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const began = performance.now();
    let outcome = 'ok';
    const measured = async () => {
      try {
        return await work();
      } catch (error) {
        outcome = error instanceof WrongRevision ? 'wrong_revision' : outcomeOf(error);
        throw error;
      } finally {
        const name = 'insuremanager_event_store_request_duration_seconds';
        metrics.observe(name, { operation, outcome }, secondsSince(began));
      }
    };
    if (stream === undefined) return measured();
    const attributes = { 'insuremanager.stream': stream };
    return inSpan(`event store ${operation}`, { kind: SpanKind.CLIENT, attributes }, measured);
  };
  return {
    ...log,
    async append(stream, expected, events) {
      const appended = await observe('append', stream, () => log.append(stream, expected, events));
      metrics.count('insuremanager_events_appended_total', {}, events.length);
      return appended;
    },
    readStream: (stream, options) =>
      observe('read_stream', stream, () => log.readStream(stream, options)),
    readLast: (stream) => observe('read_last', stream, () => log.readLast(stream)),
    head: () => observe('head', undefined, () => log.head()),
  };
}

/** The same runner; each command is counted, measured, and a span of its own. */
export function observedCommands(runner: CommandRunner, metrics: Metrics): CommandRunner {
  return {
    ...runner,
    run(decider, request) {
      const command = typeOf(request.command);
      const attributes = { 'insuremanager.stream': request.stream };
      return inSpan(`command ${command}`, { attributes }, async (span) => {
        const began = performance.now();
        let outcome = 'failed';
        try {
          const result = await runner.run(decider, request);
          if (result.repeated) outcome = 'repeated';
          else outcome = result.events.length > 0 ? 'written' : 'unchanged';
          return result;
        } catch (error) {
          if (error instanceof Refusal) outcome = error.kind;
          throw error;
        } finally {
          span.setAttribute('insuremanager.outcome', outcome);
          metrics.count('insuremanager_commands_total', { command, outcome });
          const seconds = secondsSince(began);
          metrics.observe('insuremanager_command_duration_seconds', { command }, seconds);
        }
      });
    },
  };
}

/** Commands are unions by their type; one that has none is named by nobody. */
const typeOf = (command: unknown): string => {
  const { type } = (command ?? {}) as { type?: unknown };
  return typeof type === 'string' ? type : 'none';
};

/** The same store, measured. Keys say nothing to anybody, and are in no span. */
export function observedFileStore(store: FileStore, metrics: Metrics): FileStore {
  const observe = <Result>(
    operation: 'put' | 'get' | 'has' | 'remove' | 'check',
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const measured = async () => {
      const began = performance.now();
      let outcome = 'ok';
      try {
        return await work();
      } catch (error) {
        outcome = fileOutcome(error);
        throw error;
      } finally {
        const name = 'insuremanager_file_store_request_duration_seconds';
        metrics.observe(name, { operation, outcome }, secondsSince(began));
      }
    };
    // Health asks for signs of life all the time, in the course of nothing.
    if (operation === 'check') return measured();
    return inSpan(`file store ${operation}`, { kind: SpanKind.CLIENT }, measured);
  };
  return {
    ...store,
    put: (key, content) => observe('put', () => store.put(key, content)),
    get: (key) => observe('get', () => store.get(key)),
    has: (key) => observe('has', () => store.has(key)),
    remove: (key) => observe('remove', () => store.remove(key)),
    check: () => observe('check', () => store.check()),
  };
}

function fileOutcome(error: unknown): string {
  if (error instanceof FileMissing) return 'missing';
  return error instanceof FileExists ? 'exists' : outcomeOf(error);
}

/** The same mailer, measured; whom an email is for is in no span. */
export const observedMailer = (mailer: Mailer, metrics: Metrics): Mailer => ({
  ...mailer,
  send: (email) =>
    inSpan('mail send', { kind: SpanKind.CLIENT }, async (span) => {
      const began = performance.now();
      let outcome = 'sent';
      try {
        await mailer.send(email);
      } catch (error) {
        outcome = mailOutcome(error);
        throw error;
      } finally {
        span.setAttribute('insuremanager.outcome', outcome);
        const seconds = secondsSince(began);
        metrics.observe('insuremanager_mail_send_duration_seconds', { outcome }, seconds);
      }
    }),
});

function mailOutcome(error: unknown): string {
  if (error instanceof MailRefused) return 'refused';
  return error instanceof MailDeferred ? 'deferred' : 'failed';
}

/** The same bus, measured. What is published continues the trace of the command that it tells of. */
export const observedBus = (bus: Bus, metrics: Metrics): Bus => ({
  ...bus,
  async publish(messages) {
    const began = performance.now();
    const traced = messages.map(startPublishing);
    let outcome = 'ok';
    try {
      await bus.publish(traced.map(({ message }) => message));
      for (const { topic } of messages)
        metrics.count('insuremanager_bus_messages_published_total', { topic });
    } catch (error) {
      outcome = outcomeOf(error);
      for (const { span } of traced) if (span) markFailed(span, error);
      throw error;
    } finally {
      for (const { span } of traced) span?.end();
      const seconds = secondsSince(began);
      metrics.observe('insuremanager_bus_publish_duration_seconds', { outcome }, seconds);
    }
  },
});

/** What nobody traced begins no trace here. */
function startPublishing(message: BusMessage): { message: BusMessage; span?: Span } {
  if (message.traceparent === undefined) return { message };
  const { type, topic, id, traceparent } = message;
  const span = startSpan(`publish ${type}`, {
    kind: SpanKind.PRODUCER,
    parent: contextOf(traceparent),
    attributes: { 'messaging.destination.name': topic, 'messaging.message.id': id },
  });
  return { message: { ...message, traceparent: traceparentOf(span) ?? traceparent }, span };
}

const outcomeOf = (error: unknown): string => (error instanceof Refusal ? error.kind : 'failed');
