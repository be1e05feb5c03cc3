/** Looks at a file of one kind while it passes. Both may throw a Refusal on `file`. */
export interface Inspector {
  /** Every part of the file in order. */
  look(part: Buffer): void;
  /** When all of it has passed. @param size of the file, in bytes. */
  conclude(size: number): void | Promise<void>;
}
