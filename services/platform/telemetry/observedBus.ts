import type { Span } from '@opentelemetry/api';
import type { Bus, BusMessage } from '../bus/bus.js';
import { Refusal } from '../errors.js';
import { type Metrics, secondsSince } from './metrics.js';
import { contextOf, markFailed, SpanKind, startSpan, traceparentOf } from './tracing.js';

/** The same bus, measured. What is published continues the trace of the command it tells of. */
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
      outcome = error instanceof Refusal ? error.kind : 'failed';
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
