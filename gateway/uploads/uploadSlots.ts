import { tooMany } from '@insuremanager/services/platform/errors';

/** Uploads of one user at once: more than any screen starts, and few enough to be held. */
export const MOST_UPLOADS = 16;
const RETRY_SECONDS = 5;

export interface UploadSlots {
  /** Does the work while it holds a slot of the user's. @throws Refusal `too-many` at once. */
  within<Result>(userId: number, work: () => Promise<Result>): Promise<Result>;
}

export function createUploadSlots(most: number = MOST_UPLOADS): UploadSlots {
  const underWay = new Map<number, number>();
  return {
    async within(userId, work) {
      const count = underWay.get(userId) ?? 0;
      if (count >= most) {
        const message = `You have ${most} uploads under way. Wait until one of them has ended.`;
        throw tooMany(message, RETRY_SECONDS);
      }
      underWay.set(userId, count + 1);
      try {
        return await work();
      } finally {
        const left = (underWay.get(userId) ?? 1) - 1;
        if (left > 0) underWay.set(userId, left);
        else underWay.delete(userId);
      }
    },
  };
}
