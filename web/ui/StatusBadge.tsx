import { labelOf } from './labels';
import { type Tone, toneOf } from './statusTones';
import './Badge.css';

/** A status, as its label on its colour. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={toneOf(status)}>{labelOf(status)}</Badge>
);

export const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className="badge" data-tone={tone}>
    <span className="badge-dot" aria-hidden="true" />
    {children}
  </span>
);
