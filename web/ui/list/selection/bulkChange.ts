import type { ComponentType } from 'react';
import type { Operation } from '../../../data/operation';

/** A change that can be made to several records at once, beside deleting them. */
export interface BulkChange<Item> {
  /** On its button: "Set KYC status". */
  label: string;
  icon: ComponentType;
  /** While it runs: "Setting KYC status". */
  running: string;
  /** Of the notice at its end: "KYC Status Set". */
  ended: string;
  choices: readonly { value: string; text: string }[];
  /** The change of one record, as it is in the list. */
  toSend: (item: Item, value: string, commandId: string) => Operation<unknown>;
  /** What takes it back, by what it answered. */
  undo: (item: Item, data: unknown, commandId: string) => Operation<unknown>;
}
