import type { ReadModelStatus } from '@insuremanager/services/platform/readModels/status';

interface Warning {
  readonly code: string;
  readonly message: string;
}

/** Lists that are further behind want somebody's attention, in seconds. */
const LATE_SECONDS = 30;
/** Of a projector that was begun a moment ago. */
const STARTING = 'starting';

/** What keeps lists from showing what was written. @param status `unknown`: no answer in time. */
export function readModelWarnings(status: ReadModelStatus | 'unknown'): Warning[] {
  if (status === 'unknown') return [{ code: 'read-models-unknown', message: NO_ANSWER }];
  const { state, lagSeconds, reason, poison } = status;
  switch (state) {
    case 'stopped':
      return [{ code: 'read-models-stopped', message: stoppedSentence(poison?.stream, reason) }];
    case 'waiting':
      return reason === STARTING
        ? []
        : [{ code: 'read-models-waiting', message: `${NOBODY_PROJECTS} ${reason ?? ''}`.trim() }];
    case 'building':
      // Not complete is what is missing, where somebody needs it.
      return [];
    case 'live':
    case 'standby':
      return lagSeconds === null || lagSeconds < LATE_SECONDS
        ? []
        : [{ code: 'read-models-behind', message: behindSentence(lagSeconds) }];
  }
}

const NO_ANSWER =
  'How far lists are is not known: the event store or Postgres did not answer within three seconds.';

const NOBODY_PROJECTS =
  'Lists stay as they are, since no projector is at work. Start one, or look at what it waits for:';

const stoppedSentence = (stream: string | undefined, reason: string | null): string =>
  `Lists stay as they are: the projector cannot pass an event${stream ? ` of ${stream}` : ''}. ` +
  `${reason ?? ''}. npm run ops -- status says which, docs/read-models.md what to do.`;

const behindSentence = (lagSeconds: number): string =>
  `Lists are ${Math.round(lagSeconds)} seconds behind. Where that grows, look at the load of the ` +
  'projector and of Postgres.';
