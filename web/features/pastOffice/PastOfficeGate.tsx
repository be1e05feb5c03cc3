import { useApolloClient } from '@apollo/client/react';
import { Button, Intent, ProgressBar } from '@blueprintjs/core';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ReactNode, useEffect, useState } from 'react';
import { newCommandId } from '../../data/commands';
import {
  type OpenOfficeFragment,
  OpenPastOfficeDocument,
  PastOfficeDocument,
} from '../../data/operations.generated';
import { type Failure, failureOf } from '../../data/problems';
import { formatCount } from '../../ui/format';
import { BackToToday } from './BackToToday';
import '../../ui/fullScreen.css';
import './pastOffice.css';

/** How often it is asked how far the office is. Milliseconds. */
const POLL_MS = 400;
/** Of today: a past office knows of no other. */
const context = { uri: '/graphql' };

type Opening = { office: OpenOfficeFragment | null } | { failure: Failure };

interface PastOfficeGateProps {
  day: Day;
  children: ReactNode;
}

/** Opens the office of a past day, and shows it once it is made. */
export default function PastOfficeGate({ day, children }: PastOfficeGateProps) {
  const [attempt, setAttempt] = useState(0);
  const opening = useOpening(day, attempt);
  if ('failure' in opening) {
    return (
      <NotOpened day={day} failure={opening.failure} onRetry={() => setAttempt(attempt + 1)} />
    );
  }
  const { office } = opening;
  if (office?.state === 'ready') return children;
  if (office?.state === 'failed') {
    return <NotOpened day={day} failure={null} onRetry={() => setAttempt(attempt + 1)} />;
  }
  const percent = office?.percent ?? 0;
  return (
    <main className="full-screen past-opening">
      <div role="status">
        <h1>Opening the office of {formatDay(day)}</h1>
        <p className="muted">Every list is made again from what had happened until then.</p>
      </div>
      <ProgressBar value={percent / 100} stripes={false} intent={Intent.PRIMARY} />
      <p className="muted past-opening-progress">
        {percent}% of the log · {formatCount(office?.events ?? 0)} events
      </p>
      <BackToToday />
    </main>
  );
}

/** Asks until the office is made, or cannot be. */
function useOpening(day: Day, attempt: number): Opening {
  const client = useApolloClient();
  const [opening, setOpening] = useState<Opening>({ office: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = async () => {
      const variables = { day, commandId: newCommandId() };
      const { data } = await client.mutate({
        mutation: OpenPastOfficeDocument,
        variables,
        context,
      });
      return data?.openPastOffice ?? null;
    };
    const find = async () => {
      const variables = { day };
      const asked = { query: PastOfficeDocument, variables, context };
      const { data } = await client.query({ ...asked, fetchPolicy: 'no-cache' });
      return data?.pastOffice ?? null;
    };
    const ask = async (asking: () => Promise<OpenOfficeFragment | null>) => {
      try {
        const office = await asking();
        if (isOver) return;
        setOpening({ office });
        // Null: somebody was erased meanwhile, and it is made without them.
        if (office === null) timer = setTimeout(() => void ask(open), POLL_MS);
        if (office?.state === 'building') timer = setTimeout(() => void ask(find), POLL_MS);
      } catch (error) {
        if (!isOver) setOpening({ failure: failureOf(error) });
      }
    };
    setOpening({ office: null });
    void ask(open);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, day, attempt]);
  return opening;
}

interface NotOpenedProps {
  day: Day;
  failure: Failure | null;
  onRetry: () => void;
}

const NotOpened = ({ day, failure, onRetry }: NotOpenedProps) => (
  <main className="full-screen">
    <div role="alert">
      <h1>The office of {formatDay(day)} could not be opened</h1>
      <p className="muted">
        {failure?.problem?.error ??
          'Something went wrong on our side. Please try again in a moment.'}
      </p>
    </div>
    <div className="past-ways">
      <Button intent={Intent.PRIMARY} onClick={onRetry}>
        Retry
      </Button>
      <BackToToday />
    </div>
  </main>
);
