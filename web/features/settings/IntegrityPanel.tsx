import { Button, Callout, Intent, ProgressBar } from '@blueprintjs/core';
import { Cross, Download, Upload } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  type KeptHead,
  LogIntegrityDocument,
  type LogIntegrityQuery,
  type LogProblem,
  VerifyLogDocument,
} from '../../data/operations.generated';
import { CopyButton } from '../../ui/CopyButton';
import { formatCount, formatInstant } from '../../ui/format';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { SectionCard } from '../../ui/SectionCard';
import { saveFile } from '../../ui/saveFile';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import './settings.css';

type Integrity = LogIntegrityQuery['logIntegrity'];
type Verification = NonNullable<Integrity['verification']>;

const ASKED = operation(LogIntegrityDocument, {});
/** Bytes that no signed head has. */
const LARGEST_HEAD = 4_000;
/** How often it is asked how far a verification is. */
const POLL_MS = 1_000;

/** Whether anybody has touched the past: what was signed of the log, and a comparison with it. */
export default function IntegrityPanel() {
  const { data, error, retry, startPolling, stopPolling } = useGatewayQuery(ASKED, {
    fetchPolicy: 'cache-and-network',
  });
  const isRunning = data?.logIntegrity.verification?.isRunning === true;
  useEffect(() => {
    if (!isRunning) return undefined;
    startPolling(POLL_MS);
    return stopPolling;
  }, [isRunning, startPolling, stopPolling]);

  if (error && !data)
    return <LoadFailure what="the log’s integrity" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={52} what="the log’s integrity" />;
  const { logIntegrity } = data as LogIntegrityQuery;
  return (
    <div className="settings-cards">
      <SignedHeadCard integrity={logIntegrity} />
      <VerificationCard verification={logIntegrity.verification} onBegun={retry} />
    </div>
  );
}

function SignedHeadCard({ integrity: { head, key, isSentAway } }: { integrity: Integrity }) {
  return (
    <SectionCard
      title="Signed head"
      action={
        head && (
          <Button
            icon={<Download />}
            onClick={() => saveFile(new Blob([head.note], { type: 'text/plain' }), nameOf(head))}
          >
            Download
          </Button>
        )
      }
    >
      <p className="muted">
        Every hour the system signs what the log holds. Whoever keeps a signed head elsewhere can
        tell later whether any event was changed, removed, inserted or moved.
      </p>
      {head ? (
        <dl>
          <dt>Events</dt>
          <dd>{formatCount(head.events)}</dd>
          <dt>Signed</dt>
          <dd>
            <time dateTime={head.signedAt}>{formatInstant(head.signedAt)}</time>
          </dd>
          <dt>Key</dt>
          <dd className="manual-key">
            <code>{key}</code>
            <CopyButton text={key} what="key" />
          </dd>
        </dl>
      ) : (
        <p>Nothing is signed yet. The first head is signed within a minute.</p>
      )}
      {!isSentAway && (
        <Callout intent={Intent.WARNING} icon={null}>
          Heads are kept in this system alone. Ask your administrator to have them sent to you
          (LOG_HEADS_EMAIL), or download one now and then.
        </Callout>
      )}
    </SectionCard>
  );
}

const nameOf = ({ events, signedAt }: NonNullable<Integrity['head']>): string =>
  `log-head-${String(events).padStart(12, '0')}-${signedAt.slice(0, 16).replace(':', '')}Z.txt`;

interface VerificationCardProps {
  verification: Verification | null;
  onBegun: () => void;
}

function VerificationCard({ verification, onBegun }: VerificationCardProps) {
  const { act, busy } = useAction('Failed to verify the log. Please try again.');
  const showToast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [heads, setHeads] = useState<readonly KeptHead[]>([]);
  const isRunning = verification?.isRunning === true;

  const begin = async () => {
    const toSend = (commandId: string) =>
      operation(VerifyLogDocument, { heads: [...heads], commandId });
    await act('verify', toSend);
    onBegun();
  };
  const choose = async (files: readonly File[]) => {
    const isHead = ({ size }: File) => size > 0 && size < LARGEST_HEAD;
    const read = files
      .filter(isHead)
      .map(async (file) => ({ name: file.name, note: await file.text() }));
    const chosen = await Promise.all(read).catch(() => []);
    if (chosen.length < files.length) {
      const description = 'A signed head is a small text file. The others were left out.';
      showToast({ title: 'Some files are no signed heads', description, tone: 'destructive' });
    }
    const names = chosen.map(({ name }) => name);
    setHeads((now) => [...now.filter(({ name }) => !names.includes(name)), ...chosen]);
  };

  return (
    <SectionCard
      title="Verification"
      action={
        <Button
          intent={Intent.PRIMARY}
          loading={busy !== null}
          disabled={isRunning}
          onClick={() => void begin()}
        >
          Verify Log
        </Button>
      }
    >
      <p className="muted">
        Reads every event and compares it with all that was signed, and with heads that you have
        kept. When nothing was touched, a new head is signed.
      </p>
      <div className="button-row integrity-heads">
        <input
          ref={input}
          type="file"
          accept=".txt,text/plain"
          multiple
          className="visually-hidden"
          tabIndex={-1}
          aria-label="Heads that you have kept"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            void choose(files);
          }}
        />
        <Button icon={<Upload />} disabled={isRunning} onClick={() => input.current?.click()}>
          Add Kept Heads
        </Button>
      </div>
      {heads.length > 0 && (
        <ul className="settings-list" aria-label="Kept heads">
          {heads.map(({ name }) => (
            <li key={name}>
              <span className="integrity-finding">{name}</span>
              <Button
                variant="minimal"
                icon={<Cross />}
                aria-label={`Remove ${name}`}
                onClick={() => setHeads(heads.filter((head) => head.name !== name))}
              />
            </li>
          ))}
        </ul>
      )}
      {verification && <Outcome {...verification} />}
    </SectionCard>
  );
}

/** The verdict is announced once, not what it counts on the way, nor all that it found. */
function Outcome(verification: Verification) {
  const { isRunning, events, strangers } = verification;
  return (
    <>
      {isRunning && (
        <>
          <ProgressBar intent={Intent.PRIMARY} aria-label="Verification" />
          <p className="integrity-progress">{formatCount(events)} events so far …</p>
        </>
      )}
      <div role="status">{isRunning ? null : <Verdict {...verification} />}</div>
      {!isRunning && strangers.length > 0 && (
        <Callout intent={Intent.WARNING} icon={null} className="integrity-strangers">
          Not compared, as the key of this log has not signed them: {strangers.join(', ')}. Either
          they are no heads of this log, or its key is another one now: compare it with the one that
          you know.
        </Callout>
      )}
      {!isRunning && <Findings {...verification} />}
    </>
  );
}

function Verdict(verification: Verification) {
  const { events, heads, signed, username, finishedAt, differences } = verification;
  if (!finishedAt) {
    return (
      <Callout intent={Intent.WARNING} icon={null}>
        The last verification was broken off. Please start it again.
      </Callout>
    );
  }
  const byHeads = heads === 1 ? 'one signed head' : `${formatCount(heads)} signed heads`;
  const compared = `${formatCount(events)} events and ${byHeads} were compared; all is as signed up to event ${formatCount(signed)}`;
  const when = `${formatInstant(finishedAt)}, by ${username}`;
  if (differences === 0) {
    return (
      <Callout intent={Intent.SUCCESS} icon={null}>
        <strong className="integrity-verdict">Nothing was touched</strong>
        {compared} ({when}).
      </Callout>
    );
  }
  return (
    <Callout intent={Intent.DANGER} icon={null}>
      <strong className="integrity-verdict">The log is not as it was</strong>
      {compared} ({when}). Keep this page, and tell whoever runs the installation.
    </Callout>
  );
}

const IN_WORDS: Readonly<Record<LogProblem, string>> = {
  event_changed: 'The event was changed',
  event_removed: 'The event was removed',
  event_inserted: 'The event was inserted before others',
  event_moved: 'The event stands elsewhere',
  tree_damaged: 'The record of the event was changed; the log itself is as it was signed',
  head_differs: 'The log does not fit this signed head',
  head_beyond_log: 'The log has fewer events than this signed head',
  head_not_signed: 'This head is not signed by the key of this log',
};

function Findings({ findings, differences }: Pick<Verification, 'findings' | 'differences'>) {
  const more = differences - findings.length;
  if (differences === 0) return null;
  return (
    <>
      <ul className="settings-list" aria-label="What differs">
        {findings.map(({ problem, where, was, is }) => (
          <li key={`${problem} ${where}`}>
            <div className="settings-item">
              <strong>{IN_WORDS[problem]}</strong>
              <span className="integrity-finding">{where}</span>
              {was && <code className="integrity-finding">was {was}</code>}
              {is && <code className="integrity-finding">is {is}</code>}
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">And {formatCount(more)} more.</p>}
    </>
  );
}
