import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { failure } from './failures.js';
import { GossipService, ServerFeaturesService } from './protocol.js';

/** Who may call the node: one user, whom every program with this password is. */
export interface Credentials {
  readonly username: string;
  /** Of letters and digits, as it becomes part of an address. */
  readonly password: string;
}

export const newCredentials = (): Credentials => ({
  username: 'insuremanager',
  password: randomBytes(32).toString('hex'),
});

/**
 * Describe the server and touch no event; clients ask for them without credentials, as servers
 * allow.
 */
const OPEN_METHODS: ReadonlySet<string> = new Set(
  [...Object.values(GossipService), ...Object.values(ServerFeaturesService)].map(
    ({ path }) => path,
  ),
);

/**
 * Refuses every call that does not carry the credentials, before anything of it is read:
 * UNAUTHENTICATED, which the client reports as `AccessDeniedError`.
 */
export const credentialsOnly = ({ username, password }: Credentials): ServerInterceptor => {
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const expected = Buffer.from(`Basic ${basic}`);
  return ({ path }, call) => {
    if (OPEN_METHODS.has(path)) return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, pass) {
            const sent = metadata.get('authorization');
            if (sent.length === 1 && isSame(Buffer.from(String(sent[0])), expected)) {
              pass(metadata);
            } else {
              call.sendStatus(unauthenticated());
            }
          },
        }),
    });
  };
};

/** Takes as long for every text of that length; how long passwords are is no secret. */
const isSame = (sent: Buffer, expected: Buffer): boolean =>
  sent.length === expected.length && timingSafeEqual(sent, expected);

const unauthenticated = () =>
  failure(status.UNAUTHENTICATED, 'The event node asks for credentials of its installation.');
