import { createServer } from 'node:net';
import type { AppInput, AppMessage } from '../roles/main.js';
import type { Settings } from '../settings.js';
import { forkChild } from './childProcess.js';
import type { Part } from './part.js';

export interface AppFacts {
  /** Where browsers reach it; empty where it is no gateway. */
  readonly url: string;
  readonly firstSignInWorks: boolean;
  readonly pid: number;
}

/** A place to listen at, and the settings that name it. */
interface Place {
  readonly host: string;
  readonly port: number;
  readonly prefix: '' | 'OPS_';
}

const placesOf = ({ host, port, opsListener }: Settings): Place[] => [
  { host, port, prefix: '' },
  ...(opsListener ? [{ ...opsListener, prefix: 'OPS_' as const }] : []),
];

const portTaken = ({ host, port, prefix }: Place): string =>
  `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port, ` +
  `such as: ${prefix}PORT=${port + 1} npm start`;

/** All roles in one process, unless some are named. */
export function appPart(input: AppInput): Part<AppFacts> {
  let { firstSignIn } = input;
  const drainMs = input.settings.drainSeconds * 1000;
  return {
    name: 'the app',
    start: async () => {
      const child = forkChild({ entry: 'roles/main.js', stopTimeoutMs: 15_000 + drainMs });
      child.process.send({ ...input, firstSignIn });
      const message = (await child.message('The app')) as AppMessage;
      if (message.type === 'failed') {
        await child.stop();
        throw new Error(
          message.code === 'EADDRINUSE'
            ? placesOf(input.settings).map(portTaken).join('\n')
            : message.message,
        );
      }
      // It is made or tried out once: an app that comes back shall not sign in again.
      firstSignIn = undefined;
      return { facts: message, ended: child.ended, stop: child.stop };
    },
  };
}

/**
 * Finds out before anything is started that the app could not listen.
 * @throws with a sentence for a person.
 */
export async function checkPorts(settings: Settings): Promise<void> {
  for (const place of placesOf(settings)) {
    const { host, port } = place;
    try {
      await new Promise<void>((resolve, reject) => {
        const server = createServer();
        server.once('error', reject);
        server.listen({ host, port }, () => server.close(() => resolve()));
      });
    } catch (error) {
      throw new Error(sentence(error as NodeJS.ErrnoException, place), { cause: error });
    }
  }
}

function sentence(error: NodeJS.ErrnoException, place: Place): string {
  const { host, port, prefix } = place;
  switch (error.code) {
    case 'EADDRINUSE':
      return portTaken(place);
    case 'EACCES':
      return `Port ${port} needs rights that this user lacks. Choose one above 1023.`;
    default:
      return `${prefix}HOST=${host} is no address of this machine (${error.code}).`;
  }
}
