import { randomBytes, randomUUID } from 'node:crypto';
import {
  CustomerDeleted,
  type CustomerDetails,
  type CustomerEvent,
  CustomerKycStatusChanged,
  CustomerRegistered,
  customerEventDefinitions,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../codec/recordedEvent.js';
import { conflict } from '../errors.js';
import { createLogger } from '../logger.js';
import { openPlatform, type Platform } from '../platform.js';
import type { CommandContext, Decider } from './command.js';

/** Counts what happened: enough of a record for the runner's promises. */
interface Tally {
  registered: boolean;
  statuses: KycStatus[];
}
type Command = { type: 'register'; id: number } | { type: 'setStatus'; id: number; to: KycStatus };

const details: CustomerDetails = {
  name: 'Lakshmi Nair',
  phone: '+919876543210',
  email: 'lakshmi@example.com',
  aadhaarNumber: '999941057058',
  panNumber: 'AAAPL1234C',
  dateOfBirth: '1984-07-19',
  address: '12 MG Road',
  city: 'Kochi',
  state: 'Kerala',
  pincode: '682011',
};

const tally: Decider<Tally, Command, CustomerEvent> = {
  initial: { registered: false, statuses: [] },
  evolve(state, event) {
    switch (event.type) {
      case CustomerRegistered.type:
        return { ...state, registered: true };
      case CustomerKycStatusChanged.type:
        return { ...state, statuses: [...state.statuses, event.data.kycStatus] };
      default:
        return state;
    }
  },
  decide(command, state) {
    if (command.type === 'register') {
      if (state.registered) throw conflict('already-registered', 'There already.');
      const registered = {
        customerId: command.id,
        kycStatus: 'pending',
        personal: details,
      } as const;
      return [CustomerRegistered(registered)];
    }
    return [
      CustomerKycStatusChanged({ customerId: command.id, kycStatus: command.to, documentId: null }),
    ];
  },
};

let backend: TestBackend;
let platform: Platform;
let nextId = 1;

beforeAll(async () => {
  backend = await startTestBackend();
  platform = await openPlatform({
    ...backend,
    masterKey: randomBytes(32),
    definitions: customerEventDefinitions,
    logger: createLogger('silent'),
  });
});
afterAll(async () => {
  await platform?.close();
  await backend?.stop();
});

const context = (parts: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  actor: systemActor,
  correlationId: 'spec',
  ...parts,
});

const run = (command: Command, parts: Partial<CommandContext> = {}, request: unknown = command) =>
  platform.commands.run(tally, {
    stream: customerStream(command.id),
    command,
    context: context(parts),
    request,
  });

describe('a command', () => {
  it('answers with what a later read finds', async () => {
    const id = nextId++;
    const first = await run({ type: 'register', id });
    const second = await run({ type: 'setStatus', id, to: 'verified' });
    const history = await platform.commands.readHistory(customerStream(id));
    expect([...first.events, ...second.events]).toEqual(history);
    expect(second).toMatchObject({ version: 1, repeated: false, position: history[1]?.position });
    expect(second.state).toEqual({ registered: true, statuses: ['verified'] });
  });
});

void CustomerDeleted;
