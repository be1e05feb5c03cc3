import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import {
  type CustomerDetails,
  type CustomerEvent,
  CustomerKycStatusChanged,
  CustomerRegistered,
  customerEventDefinitions,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import type { TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { createClaims } from '../claims/claims.js';
import type { Clock } from '../clock.js';
import { systemActor } from '../codec/recordedEvent.js';
import { conflict } from '../errors.js';
import type { EventLog } from '../eventLog/eventLog.js';
import { createLogger } from '../logger.js';
import { openPlatform, type Platform } from '../platform.js';
import type { CommandContext, Decider } from './command.js';
import { type CommandOrder, createCommandRunner } from './commandRunner.js';

/** A customer as a list of what happened to it: enough of a record for the runner's promises. */
export type Tally = readonly KycStatus[];

export type TallyCommand =
  | { type: 'register'; id: number; details?: CustomerDetails }
  | { type: 'setStatus'; id: number; to: KycStatus }
  | { type: 'leaveAlone'; id: number };

export const lakshmi: CustomerDetails = {
  name: 'Lakshmi Nair',
  phone: '+919876543210',
  email: 'lakshmi.nair@example.com',
  aadhaarNumber: '999941057058',
  panNumber: 'AAAPL1234C',
  dateOfBirth: '1984-07-19',
  address: '12, M.G. Road',
  city: 'Kochi',
  state: 'Kerala',
  pincode: '682011',
};

export const tally: Decider<Tally, TallyCommand, CustomerEvent> = {
  initial: [],
  evolve: (state, event) =>
    event.type === CustomerRegistered.type || event.type === CustomerKycStatusChanged.type
      ? [...state, event.data.kycStatus]
      : state,
  decide(command, state) {
    const { id: customerId } = command;
    switch (command.type) {
      case 'register': {
        if (state.length > 0) throw conflict('registered-before', 'It is there already.');
        const personal = command.details ?? lakshmi;
        return [CustomerRegistered({ customerId, kycStatus: 'pending', personal })];
      }
      case 'setStatus':
        return [CustomerKycStatusChanged({ customerId, kycStatus: command.to, documentId: null })];
      case 'leaveAlone':
        return [];
    }
  },
};

const masterKey = randomBytes(32);

export const openTestPlatform = (backend: TestBackend, clock?: Clock): Promise<Platform> =>
  openPlatform({
    ...backend,
    masterKey,
    definitions: customerEventDefinitions,
    clock,
    logger: createLogger('silent'),
  });

/** The same platform, as another process would have it, over a log that behaves as `changes` says. */
export function withLog(platform: Platform, changes: Partial<EventLog>): Platform {
  const eventLog = { ...platform.eventLog, ...changes };
  const claims = createClaims({ ...platform, eventLog });
  const commands = createCommandRunner({ ...platform, eventLog, claims });
  return { ...platform, eventLog, claims, commands };
}

let lastId = randomInt(1_000_000_000);
/** Streams of their own for every test, also on a log that holds what others wrote. */
export const newId = (): number => {
  lastId += 1;
  return lastId;
};

export const contextOf = (parts: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  actor: systemActor,
  correlationId: 'spec',
  ...parts,
});

/** Runs a command of the tally; its request is the command. */
export const runTally = (
  { commands }: Pick<Platform, 'commands'>,
  command: TallyCommand,
  context: Partial<CommandContext> = {},
  more: Partial<CommandOrder<TallyCommand>> = {},
) =>
  commands.run(tally, {
    stream: customerStream(command.id),
    command,
    context: contextOf(context),
    request: command,
    ...more,
  });
