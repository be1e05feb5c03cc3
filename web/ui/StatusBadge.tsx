import { statusLook, type Tone } from './statusTones';
import './Badge.css';

/** A status, as a word on its colour. */
export function StatusBadge({ status }: { status: string }) {
  const { label, tone } = statusLook(status);
  return <Badge tone={tone}>{label}</Badge>;
}

export const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className="badge" data-tone={tone}>
    <span className="badge-dot" aria-hidden="true" />
    {children}
  </span>
);
