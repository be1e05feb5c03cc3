import { tooMany } from '@insuremanager/services/platform/errors';
import type { TakeSlot } from '@insuremanager/services/platform/locks/locks';

/** Uploads of one user at once: more than any screen starts, and few enough to be held. */
export const MOST_UPLOADS = 16;
const RETRY_SECONDS = 5;

export interface UploadSlots {
  /**
   * Does the work while it holds a slot of the user's, of which all gateways together have so many.
   * @throws Refusal `too-many` at once.
   */
  within<Result>(userId: number, work: () => Promise<Result>): Promise<Result>;
}

export function createUploadSlots(takeSlot: TakeSlot): UploadSlots {
  return {
    async within(userId, work) {
      const release = await takeSlot(`uploads of ${userId}`, MOST_UPLOADS);
      if (!release) {
        const message = `You have ${MOST_UPLOADS} uploads under way. Wait until one of them has ended.`;
        throw tooMany(message, RETRY_SECONDS);
      }
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
