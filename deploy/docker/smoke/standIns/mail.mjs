/** Catches emails: SMTP on 1025, all of them as JSON on 8025, as they came. */
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';

const END_OF_EMAIL = '\r\n.\r\n';
const emails = [];

const smtp = createServer((socket) => {
  let isInEmail = false;
  let text = '';
  socket.setEncoding('latin1').on('error', () => socket.destroy());
  socket.write('220 mail\r\n');
  socket.on('data', (chunk) => {
    text += chunk;
    for (;;) {
      const end = isInEmail ? END_OF_EMAIL : '\r\n';
      const at = text.indexOf(end);
      if (at < 0) return;
      const said = text.slice(0, at);
      text = text.slice(at + end.length);
      if (isInEmail) emails.push(said);
      isInEmail = !isInEmail && /^DATA$/i.test(said);
      socket.write(isInEmail ? '354 go on\r\n' : '250 ok\r\n');
    }
  });
});
smtp.listen(1025);
const http = createHttpServer((_request, response) => response.end(JSON.stringify(emails)));
http.listen(8025);
process.on('SIGTERM', () => process.exit(0));
