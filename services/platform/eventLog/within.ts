import { unavailable } from '../errors.js';

/**
 * The outcome of `work`, if it comes in time: the client gives neither reads nor batched appends a
 * deadline. What comes later is ignored.
 * @throws Refusal `unavailable` after `ms`; `onLate` is called then.
 */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  onLate: () => unknown = () => {},
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate();
      reject(unavailable('The event store'));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
