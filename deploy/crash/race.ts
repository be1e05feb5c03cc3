import type { Book } from './acknowledged.js';
import type { Answer } from './http.js';
import type { Order, Sender } from './sender.js';

export interface Won {
  /** Of the command that was carried out. */
  readonly key: string;
  readonly answer: Answer;
}

interface Colleague {
  readonly body: object;
  /** What the slower one is told. */
  readonly lostWith: string;
}

/** Two agents want what only one can have. @throws when both get it, or neither. */
export async function race(
  { sender, book }: { sender: Sender; book: Book },
  order: Order,
  { body, lostWith }: Colleague,
): Promise<Won> {
  const orders = [order, { ...order, key: `${order.key}, a colleague`, body }];
  const answers = await Promise.all(
    orders.map(async (each) => {
      const answer = await sender.unlessLost(each, lostWith);
      return answer ? [{ key: each.key, answer }] : [];
    }),
  );
  const [won, ...more] = answers.flat();
  if (!won || more.length > 0) throw new Error(`Not one of two has won: ${order.key}`);
  book.races += 1;
  return won;
}
