import { CHANNEL_LABELS } from '@insuremanager/contracts/reminders/reminderKinds';
import { refusalSentence } from '@insuremanager/services/platform/files/sweepReports';
import { PROCESS_ROLES } from '../roles/roles.js';
import { count } from './figures.js';
import type { Status } from './foundStatus.js';

/** Something that waits for an operator. */
export interface Problem {
  readonly code: string;
  /** A sentence that says what to do, where that is not plain. */
  readonly message: string;
}

/** What keeps an installation from being healthy. */
export function problemsOf(status: Status): Problem[] {
  const { readModels, relay, notifier, sweeps } = status;
  return [
    ...roleProblems(status),
    ...(readModels.state === 'stopped'
      ? [problem('read-models-stopped', `Read models have stopped: ${readModels.reason}`)]
      : []),
    ...(relay?.state === 'stopped'
      ? [problem('relay-stopped', `Messages are not published: ${relay.reason}`)]
      : []),
    ...(relay?.parked && relay.parked.events > 0
      ? [
          problem(
            'events-parked',
            `Parked events: ${count(relay.parked.events)}. npm run ops -- parked says why.`,
          ),
        ]
      : []),
    ...notifier.channels
      .filter(({ isThere }) => !isThere)
      .map(({ channel }) =>
        problem('channel-away', `${CHANNEL_LABELS[channel]} is not reachable.`),
      ),
    ...sweeps.flatMap((sweep) => {
      const sentence = refusalSentence(sweep);
      return sentence ? [problem('sweep-refused', sentence)] : [];
    }),
  ];
}

/** Roles that nobody plays, as far as anything runs. Without a Kafka there is nothing to relay. */
function roleProblems({ processes, relay }: Pick<Status, 'processes' | 'relay'>): Problem[] {
  if (processes.length === 0) return [problem('nothing-runs', 'No process runs.')];
  return PROCESS_ROLES.filter((role) => role !== 'relay' || relay !== null)
    .filter((role) => !processes.some(({ roles }) => role in roles))
    .map((role) => problem('role-not-played', `No process is a ${role}.`));
}

const problem = (code: string, message: string): Problem => ({ code, message });
