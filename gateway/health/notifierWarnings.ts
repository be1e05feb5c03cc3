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

/** More notices than that are not sent in a moment. */
const BEHIND = 10_000;
/** Of one that was started a moment ago. */
const STARTING = 'starting';

/** What keeps reminders from going out. @param status `unknown`: it did not answer in time. */
export function notifierWarnings(status: NotifierStatus | 'unknown'): Warning[] {
  if (status === 'unknown') return [{ code: 'notifier-unknown', message: NO_ANSWER }];
  const { problem, channels, progress } = status;
  return [
    ...(problem !== null && problem !== STARTING
      ? [{ code: 'notifier-waits', message: `Requested reminders are not sent. ${problem}` }]
      : []),
    ...(progress && progress.due > BEHIND
      ? [
          {
            code: 'notifier-behind',
            message: `Reminders are sent late: ${progress.due} notices are due.`,
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
  'How far reminders are sent is not known: Postgres did not answer within three seconds.';

const PROBLEMS: Readonly<Record<DeliveryProblem, string>> = {
  refused: 'Its server refuses them.',
  unreachable: 'Its server cannot be reached.',
  limited: 'Its server takes no more messages just now.',
  misconfigured: 'Its server refuses us: look at the settings, the account and what is paid for.',
  'bad-answer': 'Its server does not answer as a gateway does: look at its address.',
};
