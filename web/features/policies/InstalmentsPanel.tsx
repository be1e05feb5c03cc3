import { AnchorButton, Button, Intent } from '@blueprintjs/core';
import { Document, TickCircle, Undo } from '@blueprintjs/icons';
import { PAYMENT_MEANS_LABELS } from '@insuremanager/contracts/policies/paymentKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation } from '../../data/operation';
import {
  PolicyInstalmentsDocument,
  type PolicyInstalmentsQuery,
} from '../../data/operations.generated';
import { formatDecimal } from '../../records/policies/Premium';
import { useAllowed } from '../../ui/allowed';
import { labelOf } from '../../ui/labels';
import { Loaded } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { toneOf } from '../../ui/statusTones';
import type { Policy } from './policy';
import type { PolicyAction } from './policyActions';
import './InstalmentsPanel.css';

type Instalment = PolicyInstalmentsQuery['policyInstalments'][number];

interface InstalmentsPanelProps {
  policy: Policy;
  onAction: (action: PolicyAction, policy: Policy) => void;
}

/** The premiums of a term: when each is due, what was paid, and what is to be done next. */
export const InstalmentsPanel = ({ policy, onAction }: InstalmentsPanelProps) => (
  <Loaded
    query={operation(PolicyInstalmentsDocument, { kind: policy.kind, id: policy.id })}
    fetchPolicy="cache-and-network"
    what="the premiums"
    rowHeight={56}
  >
    {({ policyInstalments }) => (
      <section className="held-panel" aria-label="Premiums">
        <ol className="instalments">
          {policyInstalments.map((instalment) => (
            <li key={instalment.number}>
              <Row instalment={instalment} policy={policy} onAction={onAction} />
            </li>
          ))}
        </ol>
      </section>
    )}
  </Loaded>
);

function Row({ instalment, policy, onAction }: InstalmentsPanelProps & { instalment: Instalment }) {
  const { number, dueDate, amount, state } = instalment;
  const canWrite = useAllowed('policies.write');
  const canSeePeople = useAllowed('people.read');
  const isNext = number === policy.instalmentsPaid + 1 && policy.status !== 'cancelled';
  const isLatest = number === policy.instalmentsPaid;
  const name = `instalment ${number}`;
  return (
    <>
      <span className="instalment-number tabular muted">{number}</span>
      <span className="instalment-text">
        <span className="tabular">
          {formatDay(dueDate)} · {formatDecimal(amount)}
        </span>
        <span className="muted" dir="auto">
          {detailOf(instalment)}
        </span>
      </span>
      <Badge tone={toneOf(state)}>{labelOf(state)}</Badge>
      <span className="instalment-actions">
        {state === 'paid' && canSeePeople && (
          <AnchorButton
            size="small"
            icon={<Document />}
            href={`/api/${policy.kind}-policies/${policy.id}/receipt?instalment=${number}`}
            target="_blank"
            rel="noreferrer"
            aria-label={`Receipt of ${name}`}
          >
            Receipt
          </AnchorButton>
        )}
        {isLatest && canWrite && (
          <Button
            size="small"
            icon={<Undo />}
            aria-label={`Take back payment of ${name}`}
            onClick={() => onAction('take_back', policy)}
          >
            Take Back
          </Button>
        )}
        {isNext && canWrite && (
          <Button
            size="small"
            icon={<TickCircle />}
            intent={Intent.PRIMARY}
            aria-label={`Mark ${name} as paid`}
            onClick={() => onAction('pay', policy)}
          >
            Mark as Paid
          </Button>
        )}
      </span>
    </>
  );
}

/** `Paid on 2 Jul 2026 by UPI, 4123…`; of one that is not, until when it can be. */
function detailOf({ paidOn, means, reference, graceUntil, state }: Instalment): string {
  if (paidOn && means) {
    const by = [PAYMENT_MEANS_LABELS[means], reference].filter(Boolean).join(', ');
    return `Paid on ${formatDay(paidOn)} (${by})`;
  }
  if (state === 'upcoming' || graceUntil === null) return '';
  return state === 'in_grace'
    ? `Grace until ${formatDay(graceUntil)}`
    : `Grace ended on ${formatDay(graceUntil)}`;
}
