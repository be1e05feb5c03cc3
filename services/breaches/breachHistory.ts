import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { BreachEvent } from '@insuremanager/contracts/privacy/breachEvents';
import { STEP_LABELS } from '@insuremanager/contracts/privacy/breachKinds';
import { type BreachField, breachFields } from '@insuremanager/contracts/privacy/breachViews';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { describeHistory, type EventDescription, fieldChange } from '../platform/history.js';
import { unreachable } from '../platform/unreachable.js';
import { formatMoment } from './boardReport.js';
import { type Breach, breachDecider } from './breach.js';

/** All that was done about a breach in words, oldest first. */
export const breachHistory = (events: readonly RecordedEvent<BreachEvent>[]): HistoryEntry[] =>
  describeHistory(events, breachDecider, describe);

const FIELDS = Object.keys(breachFields) as BreachField[];

const factsChanged = (before: Breach | null, after: Breach | null): EventDescription['changes'] => {
  const differing = FIELDS.filter((name) => before?.facts?.[name] !== after?.facts?.[name]);
  return differing.flatMap((name) => {
    const [then, now] = [before?.facts?.[name] ?? null, after?.facts?.[name] ?? null];
    return then === now ? [] : [fieldChange(breachFields, name, then, now)];
  });
};

const persons = (count: number): string =>
  count === 1 ? 'one person' : `${count.toLocaleString('en-IN')} persons`;

function describe(
  event: RecordedEvent<BreachEvent>,
  before: Breach | null,
  after: Breach | null,
): EventDescription {
  const only = (summary: string): EventDescription => ({ summary, changes: [] });
  switch (event.type) {
    case 'BreachOpened':
      return {
        summary: `Opened, aware since ${formatMoment(event.data.awareAt)}`,
        changes: factsChanged(before, after),
      };
    case 'BreachDescribed':
      return {
        summary: `Described, aware since ${formatMoment(event.data.awareAt)}`,
        changes: factsChanged(before, after),
      };
    case 'BreachLetterWritten':
      return only('Wrote the letter to the persons');
    case 'BreachPersonsConfirmed': {
      const { count, stretch } = event.data;
      return only(
        `Confirmed ${persons(count)}, by the access from ${formatMoment(stretch.from)} until ${formatMoment(stretch.to)}`,
      );
    }
    case 'BreachPersonsCleared':
      return only('Took back who had been confirmed');
    case 'BreachLettersRequested':
      return only('Had the letters sent by email');
    case 'BreachStepEnded': {
      const { step, end, doneAt } = event.data;
      const how = end === 'done' ? `done on ${formatMoment(doneAt)}` : 'not needed';
      return only(`${STEP_LABELS[step]}: ${how}`);
    }
    case 'BreachStepReopened':
      return only(`${STEP_LABELS[event.data.step]}: open again`);
    case 'BreachClosed':
      return {
        summary: 'Closed',
        changes: [
          {
            ...{ field: 'conclusion', label: 'Conclusion', before: null },
            after: after?.closed?.conclusion ?? null,
          },
        ],
      };
    default:
      return unreachable(event);
  }
}
