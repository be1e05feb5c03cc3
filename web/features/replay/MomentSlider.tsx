import { Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { type CSSProperties, useId } from 'react';
import { FormField } from '../../ui/FormField';
import { formatInstant } from '../../ui/format';
import { indexBy, keyOf, kolkataClock, type ReplayEvent } from './replayed';

interface MomentSliderProps {
  /** Oldest first. */
  events: readonly ReplayEvent[];
  index: number;
  onIndex: (index: number) => void;
}

/** Which event is looked at: by dragging, by the arrow keys one after another, or by a time. */
export function MomentSlider({ events, index, onIndex }: MomentSliderProps) {
  const says = useId();
  const last = events.length - 1;
  const event = events[index];
  if (!event) return null;
  const where = `Event ${index + 1} of ${events.length}`;
  return (
    <section className="panel-card replay-card replay-moment" aria-label="Moment">
      <div className="replay-says" id={says}>
        <strong dir="auto">{event.summary}</strong>
        <span className="muted tabular">
          {where} · {formatInstant(event.at)}
        </span>
      </div>
      <div className="replay-track">
        <Button
          variant="minimal"
          icon={<ChevronLeft />}
          aria-label="Event before"
          disabled={index === 0}
          onClick={() => onIndex(index - 1)}
        />
        <div className="replay-line">
          <input
            type="range"
            min={0}
            max={last}
            step={1}
            value={index}
            style={{ '--at': `${(index / Math.max(last, 1)) * 100}%` } as CSSProperties}
            disabled={last === 0}
            aria-label="Event"
            aria-valuetext={`${where}, ${formatInstant(event.at)}: ${event.summary}`}
            onChange={({ currentTarget }) => onIndex(Number(currentTarget.value))}
          />
          <TimeLine events={events} index={index} />
        </div>
        <Button
          variant="minimal"
          icon={<ChevronRight />}
          aria-label="Event after"
          disabled={index === last}
          onClick={() => onIndex(index + 1)}
        />
      </div>
      <FormField label="As of (Kolkata time)">
        {({ intent: _intent, ...field }) => (
          <input
            {...field}
            className="bp6-input"
            type="datetime-local"
            value={kolkataClock(event.at).slice(0, 16)}
            onChange={({ currentTarget: { value } }) => {
              if (value) onIndex(indexBy(events, value));
            }}
          />
        )}
      </FormField>
    </section>
  );
}

/** The events at their places in time, from the first to the last: what the slider steps through. */
function TimeLine({ events, index }: Omit<MomentSliderProps, 'onIndex'>) {
  const [first, last] = [events[0], events.at(-1)].map((event) => Date.parse(event?.at ?? ''));
  const began = first ?? 0;
  const lasted = Math.max((last ?? 0) - began, 1);
  return (
    <div className="replay-time" aria-hidden="true">
      {events.map((event, nth) => (
        <i
          key={keyOf(event)}
          data-type={event.type}
          data-chosen={nth === index || undefined}
          style={{ left: `${((Date.parse(event.at) - began) / lasted) * 100}%` }}
        />
      ))}
    </div>
  );
}
