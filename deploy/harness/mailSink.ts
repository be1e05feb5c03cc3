import { createServer } from 'node:net';

const END_OF_EMAIL = '\r\n.\r\n';

/** A mail server that takes everything at once and keeps nothing: as little as SMTP asks for. */
export async function startMailSink() {
  let taken = 0;
  const server = createServer((socket) => {
    let isInEmail = false;
    let text = '';
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    socket.on('data', (chunk: string) => {
      text += chunk;
      for (;;) {
        const end = isInEmail ? END_OF_EMAIL : '\r\n';
        const at = text.indexOf(end);
        if (at < 0) return;
        const said = text.slice(0, at);
        text = text.slice(at + end.length);
        if (isInEmail) taken += 1;
        isInEmail = !isInEmail && /^DATA$/i.test(said);
        socket.write(isInEmail ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    /** `smtp://127.0.0.1:port`. */
    url: `smtp://127.0.0.1:${port}`,
    /** Emails that it has taken. */
    taken: () => taken,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).unref()),
  };
}
