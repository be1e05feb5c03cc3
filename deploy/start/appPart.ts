import { createServer } from 'node:net';
import type { AppInput } from '../roles/app.js';
import type { AppMessage } from '../roles/main.js';
import type { Settings } from '../settings.js';
import { firstMessage, forkChild } from './childProcess.js';
import type { Part } from './part.js';

export interface AppFacts {
  readonly url: string;
  readonly firstSignInWorks: boolean;
}

const portTaken = ({ host, port }: Settings): string =>
  `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port, ` +
  'such as: PORT=4001 npm start';

/** The gateway and the projector, in one process. */
export function appPart(input: AppInput): Part<AppFacts> {
  let { firstSignIn } = input;
  return {
    name: 'the app',
    start: async () => {
      const child = forkChild({ entry: 'roles/main.js', stopPatience: 15_000 });
      child.process.send({ ...input, firstSignIn });
      const message = (await firstMessage(child, 'The app')) as AppMessage;
      if (message.type === 'failed') {
        await child.stop();
        throw new Error(
          message.code === 'EADDRINUSE' ? portTaken(input.settings) : message.message,
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
export async function checkPort(settings: Settings): Promise<void> {
  const { host, port } = settings;
  try {
    await new Promise<void>((resolve, reject) => {
      const server = createServer();
      server.once('error', reject);
      server.listen({ host, port }, () => server.close(() => resolve()));
    });
  } catch (error) {
    throw new Error(sentence(error as NodeJS.ErrnoException, settings), { cause: error });
  }
}

function sentence(error: NodeJS.ErrnoException, settings: Settings): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return portTaken(settings);
    case 'EACCES':
      return `Port ${settings.port} needs rights that this user lacks. Choose one above 1023.`;
    default:
      return `HOST=${settings.host} is no address of this machine (${error.code}).`;
  }
}
