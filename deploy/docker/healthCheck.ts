/**
 * Asks the process of this container whether people can work with it, for `HEALTHCHECK`: exit code
 * 0 when it is ready, 1 when it is not or does not answer.
 */
import { get } from 'node:http';

/** Milliseconds; it asks its servers, and gives each of them three seconds. */
const TIMEOUT_MS = 7000;

const request = get({
  host: '127.0.0.1',
  port: Number(process.env.OPS_PORT),
  path: '/health/ready',
  timeout: TIMEOUT_MS,
});
request.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('timeout', () => request.destroy());
request.on('error', () => process.exit(1));
