import { createServer } from 'node:http';
import type { Settings } from '../settings.js';
import type { Backend } from '../start/backend.js';
import type { FirstSignIn } from '../start/firstSignIn.js';

export interface AppInput extends Backend {
  readonly settings: Settings;
  readonly dataDir: string;
  /** To be made when there is no user at all; undefined once it has been shown. */
  readonly firstSignIn: FirstSignIn | undefined;
}

export interface App {
  /** Where browsers reach it. */
  readonly url: string;
  /** The port it listens on. */
  readonly port: number;
  /**
   * Whether `firstSignIn` signs in: it was made now, or by a start that was killed before it
   * could be shown. False when there are other users.
   */
  readonly firstSignInWorks: boolean;
  /** Answers what is under way, then closes everything it opened. */
  stop(): Promise<void>;
}

/** Starts the app: the gateway and the projector in one process. */
export async function startApp({ settings }: AppInput): Promise<App> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/health/live' ? 200 : 404;
    response.end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  return {
    url: settings.publicUrl ?? `http://${settings.host}:${port}`,
    port,
    firstSignInWorks: false,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
