/** Work under one name, one after another. Not to be nested under the same name: it would wait for itself. */
export type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets work under the same name go one after another within this process, in the order of asking.
 * It saves racing commands on one stream from beating each other to it; safety comes from the
 * expected revision alone.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();

  return (name, work) => {
    const before = last.get(name);
    const turn = before ? before.then(work, work) : work();
    last.set(name, turn);
    const leave = () => {
      if (last.get(name) === turn) last.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  };
}
