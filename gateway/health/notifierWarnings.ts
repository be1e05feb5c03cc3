import {
  CHANNEL_LABELS,
  type DeliveryProblem,
} from '@insuremanager/contracts/reminders/reminderKinds';
import type { NotifierStatus } from '@insuremanager/services/reminders/index';

interface Warning {
  readonly code: string;
  readonly message: string;
  readonly since?: Date;
}

/** More messages than that are not worked off by waiting a moment. */
const BEHIND = 10_000;
/** Of a consumer that was begun a moment ago. */
const STARTING = 'starting';

/** What keeps reminders from going out. @param status `unknown`: it did not answer in time. */
export function notifierWarnings(status: NotifierStatus | 'unknown'): Warning[] {
  if (status === 'unknown') return [{ code: 'notifier-unknown', message: NO_ANSWER }];
  const { lag, problem, channels } = status;
  return [
    ...(problem !== null && problem !== STARTING
      ? [{ code: 'notifier-waits', message: `Requested reminders are not sent. ${problem}` }]
      : []),
    ...(lag !== null && lag > BEHIND
      ? [
          {
            code: 'notifier-behind',
            message: `Reminders are sent late: ${lag} messages wait to be handled.`,
          },
        ]
      : []),
    ...channels.flatMap(({ channel, away }) =>
      away
        ? [
            {
              code: 'channel-away',
              message: `Reminders by ${CHANNEL_LABELS[channel]} wait. ${PROBLEMS[away.problem]}`,
              since: away.since,
            },
          ]
        : [],
    ),
  ];
}

const NO_ANSWER =
  'How far reminders are sent is not known: the bus or Postgres did not answer within three seconds.';

const PROBLEMS: Readonly<Record<DeliveryProblem, string>> = {
  refused: 'Its server refuses them.',
  unreachable: 'Its server cannot be reached.',
  limited: 'Its server takes no more messages just now.',
  misconfigured: 'Its server refuses us: look at the settings, the account and what is paid for.',
  'bad-answer': 'Its server does not answer as a gateway does: look at its address.',
};
