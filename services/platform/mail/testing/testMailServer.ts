import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Taken {
  readonly to: string[];
  readonly raw: string;
}

/** At which step of the talk a mail server says no, and how. */
export interface Refusing {
  readonly mailFrom?: number;
  readonly rcptTo?: number;
  /** With `rcptTo`: the first word of the answer, an enhanced status. */
  readonly status?: string;
  readonly data?: number;
  /** Takes the whole of an email, and does not say so: silent, or gone. */
  readonly atEnd?: 'silent' | 'closed';
  /** Never answers to who it is that writes. */
  readonly isSilent?: boolean;
}

/** A mail server on loopback that takes everything but what it is set to refuse. */
export async function testMailServer(refusing: Refusing = {}, port = 0) {
  const { mailFrom, rcptTo, status, data, atEnd, isSilent = false } = refusing;
  const taken: Taken[] = [];
  const answer = (responseCode: number | undefined, words: string): Error | null =>
    responseCode ? Object.assign(new Error(words), { responseCode }) : null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    logger: false,
    // Who keeps a connection for later is not waited for.
    closeTimeout: 100,
    onMailFrom({ address }, _session, done) {
      if (!isSilent) done(answer(mailFrom, `Not from ${address}`));
    },
    onRcptTo({ address }, _session, done) {
      done(answer(rcptTo, `${status ? `${status} ` : ''}No mailbox ${address}`));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (!data) taken.push({ to, raw: Buffer.concat(chunks).toString('utf8') });
        if (atEnd === 'silent') return;
        if (atEnd === 'closed') return void sockets.forEach((socket) => void socket.destroy());
        done(answer(data, `Not for ${to}`));
      });
    },
  });
  // Such as of a process that is killed while it writes.
  server.on('error', () => undefined);
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.server.address() as { port: number };
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  return { taken, stop, port: listening, url: `smtp://127.0.0.1:${listening}` };
}
