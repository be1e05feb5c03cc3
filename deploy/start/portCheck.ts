import { createServer } from 'node:net';
import type { Settings } from '../settings.js';
import { portTaken } from './appPart.js';

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
