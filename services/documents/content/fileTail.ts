/** The last bytes of what passes. */
export interface FileTail {
  add(part: Buffer): void;
  /** At most as many as were wanted, or somewhat more. */
  bytes(): Buffer;
}

/** @param wanted bytes from the end. */
export function fileTail(wanted: number): FileTail {
  const parts: Buffer[] = [];
  let held = 0;
  return {
    add(part) {
      parts.push(part);
      held += part.length;
      while (held - (parts[0]?.length ?? held) >= wanted) held -= parts.shift()?.length ?? 0;
    },
    bytes: () => Buffer.concat(parts),
  };
}
