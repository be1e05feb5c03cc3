import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import type { HistoryEntry, PastMoment, RecordBesideNow } from '@insuremanager/contracts/history';
import type {
  ListedRecord,
  OwnedKind,
  OwnedRecord,
} from '@insuremanager/contracts/records/records';
import type { CommandContext, Written } from './commands/command.js';
import type { Table } from './readModels/projector.js';

/** What is asked of records of customers, of whatever kind, when all that is theirs is looked at. */
export interface OwnedService {
  /** @throws not-found */
  delete(id: number, context: CommandContext): Promise<Written>;
  /** @throws not-found */
  history(id: number): Promise<HistoryEntry[]>;
  besideNow(id: number, moment: PastMoment): Promise<RecordBesideNow<object>>;
}

/**
 * Records that are customers’, as their slice declares them. Erasure, retention, replay, dossiers and
 * what is held about a person follow. Events that `begin` one name its customer as `customerId`.
 */
export interface OwnedRecords {
  readonly declared: ListedRecord & OwnedRecord;
  /** Existing ones, each with its `customer_id`. */
  readonly table: Table;
  /** Why they are kept, in words that the person understands. */
  readonly purpose: string;
  /** What one is called, where that differs from one to another. */
  titleOf?(view: object): string;
  /** Where its events stand: by default in a stream of its own, such as `claim-12`. */
  streamOf?(id: number): string;
  /** How its capability answers, where it is not asked by numbers alone. */
  serviceOf?(capability: never): OwnedService;
}

/** One kind of them, with its events. */
export interface OwnedRecordKind extends Required<Omit<OwnedRecords, 'serviceOf'>> {
  readonly kind: OwnedKind;
  readonly events: readonly EventDefinition[];
  serviceIn(capabilities: object): OwnedService;
}

interface DeclaringSlice {
  readonly events: readonly EventDefinition[];
  readonly owned?: OwnedRecords;
}

/** Those that some slices declare, in the order of the slices. */
export const ownedAmong = (slices: readonly DeclaringSlice[]): readonly OwnedRecordKind[] =>
  slices.flatMap(({ owned, events }) => {
    if (!owned) return [];
    const { one, many, typename } = owned.declared;
    return {
      ...{ titleOf: () => typename, streamOf: (id: number) => `${one}-${id}`, ...owned },
      ...{ kind: one as OwnedKind, events },
      serviceIn: (capabilities) => {
        const capability = capabilities[many as never];
        return owned.serviceOf?.(capability) ?? capability;
      },
    };
  });

/** What capabilities are given that look at all that is a customer’s, beside the capabilities themselves. */
export interface OwnedPart {
  readonly owned: readonly OwnedRecordKind[];
}

export const kindIn = ({ owned }: OwnedPart, kind: string): OwnedRecordKind => {
  const found = owned.find((one) => one.kind === kind);
  if (!found) throw new Error(`No slice declares ${kind} as records of customers`);
  return found;
};
