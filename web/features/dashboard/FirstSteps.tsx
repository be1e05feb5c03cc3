import { Circle, Cross, TickCircle } from '@blueprintjs/icons';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { FirstStepsDocument, type FirstStepsQuery } from '../../data/operations.generated';
import { STEPS_SEEN, type StepsSeen } from '../../session/firstStepsSeen';
import { usePreferences } from '../../session/usePreferences';
import { IconButton } from '../../ui/IconButton';
import { remember, remembered } from '../../ui/remembered';
import { Card } from './Card';
import { LETTERHEAD_NEEDS } from './letterheadNeeds';
import './FirstSteps.css';

const ASKED = operation(FirstStepsDocument, {});

interface Step {
  readonly title: string;
  readonly hint: ReactNode;
  /** Where it is done, and what that is called; absent where no screen can do it. */
  readonly action?: { readonly label: string; readonly to: string };
  readonly isDone: (facts: FirstStepsQuery) => boolean;
}

const STEPS: readonly Step[] = [
  {
    title: 'Name and letterhead',
    hint: 'What quotations and emails begin with',
    action: { label: 'Complete the Letterhead', to: '/settings/agency' },
    isDone: ({ agencySettings }) => LETTERHEAD_NEEDS.every((field) => agencySettings[field]),
  },
  {
    title: 'Mail server',
    hint: (
      <>
        Until then emails are saved to a folder. Start the server with <code>SMTP_URL</code> and{' '}
        <code>MAIL_FROM</code>
      </>
    ),
    isDone: ({ reminderSettings }) => !reminderSettings.isEmailKept,
  },
  {
    title: 'Customers',
    hint: 'A whole spreadsheet: choose Import in the sidebar.',
    action: { label: 'Add a Customer', to: '/customers?add=1' },
    isDone: ({ customers }) => customers.items.length > 0,
  },
  {
    title: 'Policies',
    hint: 'A whole spreadsheet: choose Import in the sidebar.',
    action: { label: 'Add a Policy', to: '/health-insurance?add=1' },
    isDone: ({ policies }) => policies.items.length > 0,
  },
  {
    title: 'Agents',
    hint: 'Each signs in under a name of their own',
    action: { label: 'Invite an Agent', to: '/settings/users?add=1' },
    isDone: ({ users }) => users.length > 1,
  },
  {
    title: 'Renewal reminders',
    hint: 'Customers are told before their cover ends',
    action: { label: 'Switch Reminders On', to: '/reminders?settings=1' },
    isDone: ({ reminderSettings }) => reminderSettings.days.length > 0,
  },
];

/** What a new installation still needs, ticked by what is there; gone when all of it is. */
export default function FirstSteps() {
  const { preferences, save } = usePreferences();
  const { data, error } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const left = data && STEPS.filter(({ isDone }) => !isDone(data)).length;
  const seen: StepsSeen | undefined = left === undefined ? undefined : left > 0 ? 'open' : 'done';
  useEffect(() => {
    if (seen) remember(STEPS_SEEN, seen);
  }, [seen]);
  // Until there is an answer it is as it was the last time, so that nothing moves when it comes.
  if ((seen ?? remembered(STEPS_SEEN)) !== 'open' || (error && !data)) return null;
  return (
    <Card
      title="First Steps"
      className="first-steps"
      action={
        <IconButton
          text="Hide"
          icon={<Cross />}
          onClick={() => void save({ putAway: [...preferences.putAway, 'first-steps'] })}
        />
      }
    >
      <ol aria-busy={!data}>
        {STEPS.map(({ title, hint, action, isDone }) => {
          const done = data !== undefined && isDone(data);
          return (
            <li key={title} data-done={done || undefined}>
              <span className="first-steps-mark">
                {done ? <TickCircle title="Done" /> : <Circle title="To do" />}
              </span>
              <div className="first-steps-text">
                <strong>{title}</strong>
                <span className="muted">{hint}</span>
              </div>
              {action && !done && <Link to={action.to}>{action.label}</Link>}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
