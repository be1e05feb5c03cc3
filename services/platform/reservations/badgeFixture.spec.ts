import {
  CustomerDetailsChanged,
  type CustomerEvent,
  CustomerKycStatusChanged,
  CustomerRegistered,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { CommandContext, Decider } from '../commands/command.js';
import { contextOf, lakshmi } from '../commands/sampleDecider.spec.js';
import { conflict } from '../errors.js';
import type { Platform } from '../platform.js';
import type { UniqueValue } from './reservations.js';

/** What a customer is known by, as if it were theirs alone. */
interface Badge {
  readonly panNumber: string | null;
  readonly email: string | null;
}
/** Null: unknown. */
type BadgeState = Badge | 'erased' | null;

export type BadgeCommand =
  | ({ type: 'register'; id: number } & Badge)
  | ({ type: 'change'; id: number } & Partial<Badge>)
  | { type: 'touch'; id: number };

/** Customers whose PAN and email may exist once, which makes records enough for reservations. */
export const badges: Decider<BadgeState, BadgeCommand, CustomerEvent> = {
  initial: null,
  evolve(state, event) {
    if (event.type === CustomerRegistered.type) return event.data.personal ?? 'erased';
    if (event.type !== CustomerDetailsChanged.type || state === 'erased' || !state) return state;
    return event.data.personal ? { ...state, ...event.data.personal } : 'erased';
  },
  decide(command, state) {
    const { id: customerId } = command;
    if (command.type === 'register') {
      if (state) throw conflict('registered-before', 'It is there already.');
      const { panNumber, email } = command;
      const personal = { ...lakshmi, panNumber, email };
      return [CustomerRegistered({ customerId, kycStatus: 'pending', ownerId: null, personal })];
    }
    if (command.type === 'touch') {
      return [CustomerKycStatusChanged({ customerId, kycStatus: 'verified', documentId: null })];
    }
    const { type: _, id: __, ...personal } = command;
    return [CustomerDetailsChanged({ customerId, fields: [], personal })];
  },
  uniqueValues(state) {
    if (!state) return [];
    const of = (kind: keyof Badge): UniqueValue[] => {
      const message = `This ${kind} is taken.`;
      if (state === 'erased') return [{ kind, value: null, message }];
      return state[kind] === null ? [] : [{ kind, value: state[kind], message }];
    };
    return [...of('panNumber'), ...of('email')];
  },
};

export const runBadge = (
  { commands }: Pick<Platform, 'commands'>,
  command: BadgeCommand,
  context: Partial<CommandContext> = {},
) =>
  commands.run(badges, {
    stream: customerStream(command.id),
    command,
    context: contextOf(context),
    request: command,
  });
