import {
  UserRecoveryCodeUsed,
  UserSignInFailed,
} from '@insuremanager/contracts/identity/userEvents';
import type { Proof } from '@insuremanager/contracts/identity/userInputs';
import { Refusal } from '../platform/errors.js';
import type { AccessLog } from './accessLog.js';
import type { AccountMails } from './accountMails.js';
import type { Credentials } from './credentials.js';
import type { GuessLimits } from './guessLimits.js';
import type { Caller, SignedInUser } from './identity.js';
import type { Passwords } from './passwords.js';
import type { SecondFactors } from './secondFactors.js';

/**
 * What somebody who is signed in proves again before their means of coming in change: whoever finds
 * an open window knows neither password nor code.
 */
export interface Proofs {
  /** @throws `wrong-proof`; `too-many` */
  require(user: SignedInUser, proof: Proof, caller: Caller): Promise<void>;
  /** Whether it is the password, counted like a proof. @throws `too-many` */
  isPassword(user: SignedInUser, password: string, caller: Caller): Promise<boolean>;
}

interface Parts {
  readonly credentials: Pick<Credentials, 'findById'>;
  readonly passwords: Passwords;
  readonly secondFactors: Pick<SecondFactors, 'useTotp' | 'useRecoveryCode'>;
  readonly limits: GuessLimits;
  readonly accessLog: AccessLog;
  readonly mails: Pick<AccountMails, 'post'>;
}

export function createProofs(parts: Parts): Proofs {
  const { credentials, passwords, secondFactors, limits, accessLog, mails } = parts;

  const counted = async (
    user: SignedInUser,
    { correlationId }: Caller,
    prove: () => Promise<boolean>,
  ): Promise<boolean> => {
    const { userId } = user;
    await limits.spend('proof', { user: userId });
    const isRight = await prove();
    if (isRight) await limits.refund('proof', { user: userId });
    else accessLog.recordBehind(UserSignInFailed({ userId, step: 'proof' }), user, correlationId);
    return isRight;
  };

  const matches = async (userId: number, password: string): Promise<boolean> => {
    const credential = await credentials.findById(userId);
    return passwords.matches(credential?.passwordHash ?? null, password);
  };

  const isCode = async (user: SignedInUser, code: string, caller: Caller): Promise<boolean> => {
    const { userId } = user;
    if (/^\d{6}$/.test(code)) return secondFactors.useTotp(userId, code);
    const left = await secondFactors.useRecoveryCode(userId, code);
    if (left === null) return false;
    const used = UserRecoveryCodeUsed({ userId, left });
    await accessLog.record(used, user, caller.correlationId);
    mails.post(user, { kind: 'recovery_code_used', left });
    return true;
  };

  return {
    async require(user, { password, code }, caller) {
      const isProven = await counted(user, caller, async () => {
        if (password !== undefined) return matches(user.userId, password);
        return code !== undefined && (await isCode(user, code, caller));
      });
      if (!isProven) throw wrongProof();
    },

    isPassword: (user, password, caller) =>
      counted(user, caller, () => matches(user.userId, password)),
  };
}

/** Not `unauthenticated`: they are signed in, and stay so. */
const wrongProof = (): Refusal =>
  new Refusal('invalid', {
    code: 'wrong-proof',
    message: 'The password or code is wrong, or the code was already used.',
  });
