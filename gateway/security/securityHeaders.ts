import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Two years, in seconds: what browsers' lists of sites that are always TLS ask for, and more. */
const STAY_WITH_TLS = { maxAge: 2 * 365 * 24 * 60 * 60, includeSubDomains: true };

/** Passkeys are ours alone; nothing else of a device is of use here. */
const PERMISSIONS = [
  ...['publickey-credentials-create', 'publickey-credentials-get'].map((name) => `${name}=(self)`),
  ...[
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((name) => `${name}=()`),
].join(', ');

/** Everything comes from our own origin; nothing may frame us, and no script stands in a page. */
export function securityHeaders(isBehindTls: boolean): RequestHandler {
  const headers = headersBy(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          ...(isBehindTls ? { upgradeInsecureRequests: [] } : {}),
        },
      },
      frameguard: { action: 'deny' },
      strictTransportSecurity: isBehindTls ? STAY_WITH_TLS : false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
    }),
  );
  return (_request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS);
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** What it adds is the same for every answer: so it is asked once. */
function headersBy(middleware: ReturnType<typeof helmet>): [name: string, value: string][] {
  const headers: [name: string, value: string][] = [];
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  answer.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return answer;
  };
  middleware(answer.req, answer, () => undefined);
  return headers;
}
