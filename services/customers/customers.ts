import type {
  CustomerInput,
  CustomerPatch,
} from '@insuremanager/contracts/customers/customerFields';
import type {
  BoundedCount,
  CustomerDuplicate,
  CustomerFilter,
  CustomerListRequest,
  CustomerView,
  HistoryEntry,
  Page,
} from '@insuremanager/contracts/customers/customerViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { CommandContext } from '../platform/commands/command.js';
import type { LogPosition } from '../platform/eventLog/eventLog.js';

/** What a command on a customer answers. */
export interface CustomerReceipt {
  /** The customer after the command, from the stream itself: never stale. */
  readonly customer: CustomerView;
  readonly warnings: readonly Warning[];
  /** Where the read models must be to show it; null when nothing was written. */
  readonly position: LogPosition | null;
  /** True when this commandId had been carried out before. */
  readonly repeated: boolean;
}

/** The personal values by which a duplicate is noticed, in any spelling. */
export interface DuplicateProbe {
  phone?: string | null;
  email?: string | null;
  panNumber?: string | null;
  aadhaarNumber?: string | null;
}

/**
 * The capability "customers", as the gateway, the import and the demo call it.
 * Every method may raise a Refusal.
 */
export interface Customers {
  register(input: CustomerInput, context: CommandContext): Promise<CustomerReceipt>;
  update(id: number, patch: CustomerPatch, context: CommandContext): Promise<CustomerReceipt>;
  delete(
    id: number,
    context: CommandContext,
  ): Promise<Omit<CustomerReceipt, 'customer' | 'warnings'>>;

  list(request: CustomerListRequest): Promise<Page<CustomerView>>;
  /** Stops counting at 10,000. */
  count(filter: CustomerFilter): Promise<BoundedCount>;
  /** Null when unknown or deleted. */
  find(id: number): Promise<CustomerView | null>;
  /** Cities in use that begin with the text, in order, at most 20. */
  cities(prefix: string): Promise<string[]>;
  /** Others with the same phone, email, PAN or Aadhaar; at most 5. */
  duplicates(probe: DuplicateProbe, exceptId: number | null): Promise<CustomerDuplicate[]>;

  /** Every event in words, oldest first; also of a deleted customer. @throws not-found */
  history(id: number): Promise<HistoryEntry[]>;
  /** The customer at the end of a Kolkata day; null when there was none then. */
  asOf(id: number, day: Day): Promise<CustomerView | null>;
}
