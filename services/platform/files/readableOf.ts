import { Readable } from 'node:stream';

/**
 * What a generator yields, as a stream. Nothing happens before it is read, and destroying it
 * destroys what the generator reads from, also when that was never begun or is being waited for.
 */
export function readableOf(chunks: AsyncGenerator<Uint8Array>, source: Readable): Readable {
  const failed = () => {};
  // Nobody may be reading when it fails; the generator throws when somebody does.
  source.on('error', failed);
  return new Readable({
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
}
