import { AnchorButton, Button, Intent } from '@blueprintjs/core';
import { ArrowLeft, Document } from '@blueprintjs/icons';
import {
  type BreachField,
  breachFields,
  ConclusionInput,
  conclusionFields,
} from '@insuremanager/contracts/privacy/breachViews';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  BreachDocument,
  type BreachQuery,
  CloseBreachDocument,
} from '../../../data/operations.generated';
import { CommandDialog } from '../../../records/CommandDialog';
import { CopyButton } from '../../../ui/CopyButton';
import { formatInstant } from '../../../ui/format';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { HistoryEntries } from '../../../ui/record/HistoryEntries';
import { LoadFailure } from '../../../ui/record/Loaded';
import { SectionCard } from '../../../ui/SectionCard';
import { Badge } from '../../../ui/StatusBadge';
import { type BreachAsked, BreachDialog } from './BreachForm';
import { Clocks } from './Clocks';
import { Letters } from './Letters';
import { Persons } from './Persons';

/** One breach: its clocks, what happened, whom it concerns, what they and the Board are told. */
export function BreachPage({ id }: { id: number }) {
  const asked = useMemo(() => operation(BreachDocument, { id }), [id]);
  const { data, error, retry } = useGatewayQuery(asked, { fetchPolicy: 'cache-and-network' });
  if (error && !data) return <LoadFailure what="the breach" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={56} what="the breach" />;
  return <Shown asked={(data as BreachQuery).breach} onChanged={retry} />;
}

interface ShownProps {
  asked: BreachAsked;
  onChanged: () => void;
}

function Shown({ asked, onChanged }: ShownProps) {
  const { breach, history } = asked;
  const [isOpen, setOpen] = useState<'facts' | 'close' | null>(null);
  const saved = () => {
    setOpen(null);
    onChanged();
  };
  return (
    <article className="breach-page" aria-label={breach.title}>
      <div className="breach-head">
        <Link to="/privacy/breaches" className="breach-back">
          <ArrowLeft size={14} /> All breaches
        </Link>
        <div className="section-card-head">
          <h1 dir="auto">
            {breach.title}{' '}
            <Badge tone={breach.isClosed ? 'ended' : 'bad'}>
              {breach.isClosed ? 'Closed' : 'Open'}
            </Badge>
          </h1>
          {!breach.isClosed && <Button onClick={() => setOpen('close')}>Close Breach</Button>}
        </div>
        <p className="muted">
          Opened by {breach.openedBy}, {formatInstant(breach.openedAt)}
          {breach.closedAt && `; closed ${formatInstant(breach.closedAt)}`}
        </p>
      </div>
      {asked.conclusion !== null && (
        <SectionCard title="Conclusion">
          <p className="privacy-typed" dir="auto">
            {asked.conclusion}
          </p>
        </SectionCard>
      )}
      <Clocks breach={breach} onChanged={onChanged} />
      <Facts asked={asked} onEdit={() => setOpen('facts')} />
      <Persons asked={asked} onChanged={onChanged} />
      <Letters asked={asked} onChanged={onChanged} />
      <Board asked={asked} />
      <SectionCard title="History">
        <HistoryEntries
          entries={history.toReversed()}
          formatValue={(_field, value) => value ?? ''}
        />
      </SectionCard>
      {isOpen === 'facts' && (
        <BreachDialog asked={asked} onSaved={saved} onClose={() => setOpen(null)} />
      )}
      {isOpen === 'close' && (
        <CommandDialog
          title="Close Breach"
          submitLabel="Close Breach"
          intent={Intent.DANGER}
          fields={conclusionFields}
          schema={ConclusionInput}
          toSend={(input, commandId) =>
            operation(CloseBreachDocument, { id: breach.id, input, commandId })
          }
          failed="Failed to close the breach. Please try again."
          extras={() => ({
            conclusion: { hint: 'Nothing of the breach changes any more. It stays readable.' },
          })}
          onSaved={saved}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  );
}

const FACTS = (Object.keys(breachFields) as BreachField[]).filter((name) => name !== 'title');

const Facts = ({ asked, onEdit }: { asked: BreachAsked; onEdit: () => void }) => (
  <SectionCard
    title="What is known"
    action={!asked.breach.isClosed && <Button onClick={onEdit}>Edit</Button>}
  >
    <dl className="breach-facts">
      {FACTS.map((name) => {
        const text = asked[name as Exclude<BreachField, 'title'>];
        return (
          <div key={name} className="breach-fact">
            <dt>{breachFields[name].label}</dt>
            <dd className="privacy-typed" dir="auto">
              {text ?? <span className="muted">Not known yet</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  </SectionCard>
);

const REPORTS = [
  ['initial', 'Without delay', 'boardInitial'],
  ['detailed', 'Within 72 hours', 'boardDetailed'],
] as const;

/** The reports to the Board, to be pasted or printed. They name no customer. */
const Board = ({ asked }: { asked: BreachAsked }) => (
  <SectionCard title="Reports to the Data Protection Board">
    {REPORTS.map(([kind, title, name]) => (
      <details key={kind} className="breach-report">
        <summary>{title}</summary>
        <pre>{asked[name]}</pre>
        <div className="button-row">
          <CopyButton text={asked[name]} what={`${kind} report`} />
          <AnchorButton
            icon={<Document />}
            href={`/api/privacy/breaches/${asked.breach.id}/${kind}-report.pdf`}
            target="_blank"
            aria-label={`The ${kind} report as PDF`}
          >
            PDF
          </AnchorButton>
        </div>
      </details>
    ))}
  </SectionCard>
);
