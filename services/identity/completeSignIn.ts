import {
  type SecondFactor,
  type SignInMethod,
  UserSignedIn,
} from '@insuremanager/contracts/identity/userEvents';
import type { Clock } from '../platform/clock.js';
import type { AccessLog } from './accessLog.js';
import type { AccountMails } from './accountMails.js';
import type { Credentials } from './credentials.js';
import { deviceName } from './deviceName.js';
import type { Caller, SessionToken, SignedIn, SignedInUser } from './identity.js';
import type { KnownDevices } from './knownDevices.js';

interface Parts {
  readonly clock: Clock;
  readonly credentials: Pick<Credentials, 'recordSignIn'>;
  readonly devices: KnownDevices;
  readonly accessLog: AccessLog;
  readonly mails: Pick<AccountMails, 'post'>;
}

interface Proven {
  readonly user: SignedInUser;
  readonly method: SignInMethod;
  readonly secondFactor: SecondFactor | null;
  /** Opens the session. Null: what was proven is over meanwhile. */
  open(): Promise<SessionToken | null>;
}

/** Lets a user in who proved who they are. Null when it is over meanwhile. */
export type CompleteSignIn = (proven: Proven, caller: Caller) => Promise<SignedIn | null>;

export const completeSignIn =
  ({ clock, credentials, devices, accessLog, mails }: Parts): CompleteSignIn =>
  async ({ user, method, secondFactor, open }, { userAgent, address, correlationId }) => {
    const { userId } = user;
    // 1. Recorded before it is of use: nobody comes in unrecorded.
    await accessLog.record(UserSignedIn({ userId, method, secondFactor }), user, correlationId);
    const session = await open();
    if (!session) return null;
    // 2. What follows says that it happened.
    const at = clock.now();
    await credentials.recordSignIn(userId, at);
    const device = deviceName(userAgent);
    const isNew = await devices.isNew(userId, device, address);
    if (isNew && user.preferences.emailOnNewDevice) {
      mails.post(user, { kind: 'new_device', device, at });
    }
    return { user, ...session };
  };
