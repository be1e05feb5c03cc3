import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import {
  type CustomerDetails,
  type CustomerEvent,
  CustomerKycStatusChanged,
  CustomerRegistered,
  customerEventDefinitions,
  customerStream,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import type { Clock } from '../clock.js';
import { systemActor } from '../codec/recordedEvent.js';
import { conflict } from '../errors.js';
import type { EventLogPlace } from '../eventLog/openEventLog.js';
import { createLogger } from '../logger.js';
import { openPlatform, type Platform } from '../platform.js';
import type { CommandContext, Decider } from './command.js';
import type { CommandRequest } from './commandRunner.js';

/** A customer as a list of what happened to it: enough of a record for the runner's promises. */
export type SampleState = readonly KycStatus[];

export type SampleCommand =
  | { type: 'register'; id: number; details?: CustomerDetails }
  | { type: 'setStatus'; id: number; to: KycStatus }
  | { type: 'leaveAlone'; id: number };

export const lakshmi: CustomerDetails = {
  ...NO_CUSTOMER_DETAILS,
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

export const sampleDecider: Decider<SampleState, SampleCommand, CustomerEvent> = {
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
        return [CustomerRegistered({ customerId, kycStatus: 'pending', ownerId: null, personal })];
      }
      case 'setStatus':
        return [CustomerKycStatusChanged({ customerId, kycStatus: command.to, documentId: null })];
      case 'leaveAlone':
        return [];
    }
  },
};

export const masterKey = randomBytes(32);

export const openTestPlatform = (backend: EventLogPlace, clock?: Clock): Promise<Platform> =>
  openPlatform({
    ...backend,
    masterKey,
    definitions: customerEventDefinitions,
    clock,
    logger: createLogger('silent'),
  });

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

/** Runs a command of the sample decider; its request is the command. */
export const runSample = (
  { commands }: Pick<Platform, 'commands'>,
  command: SampleCommand,
  context: Partial<CommandContext> = {},
  more: Partial<CommandRequest<SampleState, SampleCommand>> = {},
) =>
  commands.run(sampleDecider, {
    stream: customerStream(command.id),
    command,
    context: contextOf(context),
    request: command,
    ...more,
  });
