import type pg from 'pg';

/** A statement, and its values as Postgres reads them. */
export interface Statement {
  readonly text: string;
  readonly values: (string | null)[];
  /** Of `COPY … FROM STDIN`: the rows, in Postgres's text form. */
  readonly lines?: Buffer;
}

/**
 * Statements that are sent as one and answered as one. Up to the one `Sync` behind them Postgres
 * takes them for a transaction: all are done or none. Sent one after the other, each would cost
 * both sides as much again for its own message, and a beginning and an end besides; and who is busy
 * meanwhile would let Postgres wait between any two.
 */
export type RunTogether = (statements: readonly Statement[]) => Promise<void>;

/** @param nameOf the name under which a text is prepared; undefined: it is not. */
export function togetherOn(
  client: pg.Client,
  nameOf: (text: string) => string | undefined,
): RunTogether {
  /** Whatever failed may have prepared some of its statements: those are prepared anew. */
  const prepared = new Set<string>();
  return async (statements) => {
    const named = statements.map((statement) => {
      const name = nameOf(statement.text);
      return { ...statement, name, isPrepared: name !== undefined && prepared.has(name) };
    });
    await new Promise<void>((resolve, reject) => {
      client.query(new Together(named, resolve, reject));
    });
    for (const { name } of named) if (name !== undefined) prepared.add(name);
  };
}

interface NamedStatement extends Statement {
  readonly name: string | undefined;
  readonly isPrepared: boolean;
}

/** Messages of the protocol: their letter, and how long the rest is with the length itself. */
const message = (letter: string, length: number): Buffer => {
  const head = Buffer.from(`${letter}    `, 'latin1');
  head.writeInt32BE(4 + length, 1);
  return head;
};
const COPY_DONE = message('c', 0);

/** As the driver asks for it: it sends by itself, and hears of what is answered. */
class Together implements pg.Submittable {
  constructor(
    private readonly statements: readonly NamedStatement[],
    readonly handleReadyForQuery: () => void,
    readonly handleError: (error: unknown) => void,
  ) {}

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    for (const { name = '', text, values, lines, isPrepared } of this.statements) {
      if (!isPrepared) {
        // Harmless where there is none of that name.
        connection.close({ type: 'S', name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values }, true);
      connection.execute(null, true);
      if (!lines) continue;
      // Postgres asks for them before it looks at what follows; where it refuses, it passes them over.
      for (const part of [message('d', lines.length), lines, COPY_DONE])
        connection.stream.write(part);
    }
    connection.sync();
    connection.stream.uncork();
  }

  /** What statements return is passed over. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  /** The rows are on their way. */
  handleCopyInResponse(): void {}
}
