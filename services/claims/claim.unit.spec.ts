import { ClaimMoved, ClaimRequirementMarked } from '@insuremanager/contracts/claims/claimEvents';
import { ClaimRequirementInput, ClaimStepInput } from '@insuremanager/contracts/claims/claimFields';
import { CHECKLISTS, type ClaimKind } from '@insuremanager/contracts/claims/claimKinds';
import { claimRecord } from '@insuremanager/contracts/claims/claimViews';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { Refusal } from '../platform/errors.js';
import { type Claim, type ClaimCommand, claimDecider, type InsuredTerm } from './claim.js';

const { given } = scenario(claimDecider);
const TODAY = '2026-06-20';

const typed = {
  policyId: 700,
  kind: 'reimbursement',
  lossDate: '10/06/2026',
  intimatedOn: '12/06/2026',
  amountClaimed: '82,500',
  provider: 'Lakeshore Hospital',
};
const HEALTH: InsuredTerm = {
  kind: 'health',
  customerId: 7,
  startDate: '2026-04-01',
  endDate: '2027-03-31',
};
const CAR: InsuredTerm = { ...HEALTH, kind: 'vehicle' };

const intimate = (fields: object = {}, insured: InsuredTerm | null = HEALTH): ClaimCommand => ({
  ...{ type: 'create', id: 12, number: 'CL-2026-27-12', today: TODAY, insured },
  input: claimRecord.input.parse({ ...typed, ...fields }),
});
const move = (stage: string, fields: object = {}, today = TODAY): ClaimCommand => ({
  ...{ type: 'move', id: 12, today },
  step: ClaimStepInput.parse({ stage, on: today, ...fields }),
});
const mark = (requirement: string, as = 'received', more: object = {}): ClaimCommand => ({
  ...{ type: 'mark', id: 12, today: TODAY, isTheirFile: false },
  marked: ClaimRequirementInput.parse({ requirement, mark: as, ...more }),
});
const ASK: ClaimCommand = {
  ...{ type: 'request', id: 12, channel: 'email', today: TODAY, requestId: 'one' },
};
const update = (patch: object): ClaimCommand => ({
  ...{ type: 'update', id: 12, today: TODAY },
  patch: claimRecord.patch.parse(patch),
});

/** What some commands come to, each decided on what those before it did. */
const after = (...commands: readonly ClaimCommand[]): DomainEvent[] => {
  let state: Claim = claimDecider.initial;
  const events: DomainEvent[] = [];
  for (const command of commands) {
    for (const event of claimDecider.decide(command, state)) {
      state = claimDecider.evolve(state, recorded(event));
      events.push(event);
    }
  }
  return events;
};
const recorded = (event: DomainEvent) =>
  ({
    ...event,
    ...{ at: new Date(`${TODAY}T06:00:00Z`), revision: 0n },
    metadata: { actor: { userId: 1, username: 'anitha', role: 'agent' } },
  }) as RecordedEvent<never>;
const stateAfter = (...commands: readonly ClaimCommand[]) => {
  const state = after(...commands).reduce<Claim>(
    (claim, event) => claimDecider.evolve(claim, recorded(event)),
    claimDecider.initial,
  );
  if (state.phase === 'unknown') throw new Error('There is no claim');
  return state.record;
};
const allReceived = (kind: ClaimKind) => CHECKLISTS[kind].map((one) => mark(one));
/** The code of what is refused, of the field that is wrong where one is. */
const refused = (command: ClaimCommand, ...before: readonly ClaimCommand[]): string => {
  const { state } = given(...(after(...before) as never[]));
  return refusalIn(state, command);
};
const refusalIn = (state: Claim, command: ClaimCommand): string => {
  try {
    claimDecider.decide(command, state);
    return 'was not refused';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.fields[0]?.code ?? error.code;
  }
};

describe('a claim that is intimated', () => {
  it('holds the term as the policy has it, and asks for all of its checklist', () => {
    const record = stateAfter(intimate());
    expect(record).toMatchObject({
      ...{ customerId: 7, policyKind: 'health', stage: 'intimated', stageOn: '2026-06-12' },
      ...{ amountClaimed: 82_500_00, missing: CHECKLISTS.reimbursement, dueOn: null },
      term: { startDate: '2026-04-01', endDate: '2027-03-31' },
      steps: [{ stage: 'intimated', on: '2026-06-12', amount: 82_500_00 }],
    });
  });
  it.each([
    ['before the term', { lossDate: '31/03/2026' }, 'loss-outside-term'],
    ['after it', { lossDate: '01/04/2027' }, 'loss-outside-term'],
    ['on a day to come', { lossDate: '21/06/2026', intimatedOn: '21/06/2026' }, 'day-to-come'],
    ['reported before it happened', { intimatedOn: '09/06/2026' }, 'before-loss'],
    ['of a kind that the policy does not have', { kind: 'theft' }, 'claim-kind-mismatch'],
  ])('is refused %s', (_when, fields, code) => expect(refused(intimate(fields))).toBe(code));
  it('says who was treated under a health policy alone', () => {
    expect(stateAfter(intimate({ patient: 'Ammini Amma' })).patient).toBe('Ammini Amma');
    const ofCar = { kind: 'theft', patient: 'Ammini Amma' };
    expect(refused(intimate(ofCar, CAR))).toBe('claim-has-no-patient');
  });
  it('is let in on the first and the last day of the term', () => {
    const last = { ...HEALTH, endDate: '2026-06-10' };
    expect(after(intimate({}, last))).toHaveLength(1);
    expect(after(intimate({}, { ...HEALTH, startDate: '2026-06-10' }))).toHaveLength(1);
  });
  it('is refused for a policy that is unknown to who asks', () =>
    expect(refused(intimate({}, null))).toBe('policy-unknown'));
});

describe('a claim on its way', () => {
  it('goes from its documents to what the insurer approved and paid, each with its day', () => {
    const record = stateAfter(
      intimate(),
      move('documents', { on: '13/06/2026' }),
      move('approved', { on: '18/06/2026', amount: '80,000', reason: 'Non-medical items' }),
      move('settled', { amount: '80,000' }),
    );
    expect(record).toMatchObject({
      ...{ stage: 'settled', stageOn: TODAY, amountApproved: 80_000_00, amountSettled: 80_000_00 },
      steps: [{}, {}, { reason: 'Non-medical items', amount: 80_000_00 }, { on: TODAY }],
    });
  });
  it.each([
    ['less without saying why', move('approved', { amount: '80,000' }), 'reason-missing'],
    ['nothing', move('approved'), 'amount-missing'],
    ['before the step before', move('documents', { on: '11/06/2026' }), 'before-last-step'],
    ['a repudiation without a reason', move('repudiated'), 'reason-missing'],
    ['a query without what was asked', move('query'), 'reason-missing'],
    ['settled before it was approved', move('settled', { amount: '1' }), 'claim-step-impossible'],
    ['a survey of an illness', move('survey'), 'claim-step-impossible'],
  ])('refuses %s', (_what, command, code) => expect(refused(command, intimate())).toBe(code));
  it('takes up a closed one again only by a query', () => {
    const closed = [intimate(), move('withdrawn')];
    expect(refused(move('approved', { amount: '1' }), ...closed)).toBe('claim-step-impossible');
    expect(stateAfter(...closed, move('query', { reason: 'Reopened' })).stage).toBe('query');
  });
  it('keeps its policy', () =>
    expect(refused(update({ policyId: 800 }), intimate())).toBe('claim-policy-fixed'));
  it('takes no day of intimation after its next step', () =>
    expect(
      refused(
        update({ intimatedOn: '14/06/2026' }),
        ...[intimate(), move('documents', { on: '13/06/2026' })],
      ),
    ).toBe('after-next-step'));
});

describe('the checklist', () => {
  it('says what is still missing', () => {
    const { missing } = stateAfter(
      intimate(),
      mark('claim_form'),
      mark('test_reports', 'not_needed'),
    );
    expect(missing).toEqual(
      CHECKLISTS.reimbursement.filter((one) => !['claim_form', 'test_reports'].includes(one)),
    );
  });
  it('is marked once', () =>
    expect(after(intimate(), mark('claim_form'), mark('claim_form'))).toHaveLength(2));
  it('has nothing that claims of its kind do not need', () =>
    expect(refused(mark('vehicle_keys'), intimate())).toBe('not-required'));
  it('takes no file of somebody else', () =>
    expect(refused(mark('claim_form', 'received', { documentId: 3 }), intimate())).toBe(
      'document-unknown',
    ));
  it('asks for nothing when nothing is missing', () =>
    expect(refused(ASK, intimate(), ...allReceived('reimbursement'))).toBe('nothing-missing'));
});

describe('the days of the insurer', () => {
  it('are fifteen for a reimbursement, from the last document on', () =>
    expect(stateAfter(intimate(), ...allReceived('reimbursement')).dueOn).toBe('2026-07-05'));
  it('are the day itself for a cashless authorisation', () =>
    expect(stateAfter(intimate({ kind: 'cashless' })).dueOn).toBe('2026-06-12'));
  it('are one until a surveyor is appointed, and fifteen for the report', () => {
    const damage = intimate({ kind: 'own_damage' }, CAR);
    expect(stateAfter(damage).dueOn).toBe('2026-06-13');
    expect(stateAfter(damage, move('survey')).dueOn).toBe('2026-07-05');
  });
  it('end with the decision', () => {
    const steps = [
      intimate(),
      ...allReceived('reimbursement'),
      move('approved', { amount: '82500' }),
    ];
    expect(stateAfter(...steps).dueOn).toBeNull();
  });
  it('begin anew when the kind changes, by the days on which documents came', () => {
    const cashless = [intimate({ kind: 'cashless' }), ...allReceived('cashless')];
    expect(stateAfter(...cashless, update({ kind: 'reimbursement' }))).toMatchObject({
      ...{ kind: 'reimbursement', dueOn: null },
      missing: CHECKLISTS.reimbursement.filter((one) => one !== 'identity_proof'),
    });
  });
});

describe('an erased customer', () => {
  it('leaves a claim that cannot go on', () => {
    const [intimated] = after(intimate());
    const erased = { ...intimated, data: { ...(intimated?.data as object), personal: null } };
    const { state } = given(erased as never);
    expect(refusalIn(state, move('documents'))).toBe('customer-erased');
    expect(refusalIn(state, update({ notes: 'x' }))).toBe('customer-erased');
  });
});

it('writes what a step was for beside what is personal', () => {
  const [, moved] = after(intimate(), move('query', { reason: 'Which doctor?' }));
  expect(moved).toMatchObject({
    type: ClaimMoved.type,
    data: { personal: { reason: 'Which doctor?' } },
  });
  const [, marked] = after(intimate(), mark('claim_form'));
  expect(marked).not.toHaveProperty('data.personal');
  expect(marked?.type).toBe(ClaimRequirementMarked.type);
});

describe('a claim of a sheet', () => {
  const enter = (...steps: readonly object[]): ClaimCommand => {
    const { input } = intimate() as Extract<ClaimCommand, { type: 'create' }>;
    return {
      ...{ type: 'enter', id: 12, number: 'CL-2026-27-12', today: TODAY, insured: HEALTH, input },
      steps: steps.map((step) => ClaimStepInput.parse({ on: '18/06/2026', ...step })),
    };
  };
  const approved = { stage: 'approved', amount: '80,000', reason: 'Gloves' };
  const settled = { stage: 'settled', amount: '80,000' };

  it('comes to what its steps come to one after the other', () => {
    const byHand = stateAfter(
      intimate(),
      move('approved', { ...approved, on: '18/06/2026' }),
      move('settled', { ...settled, on: '18/06/2026' }),
    );
    expect(stateAfter(enter(approved, settled))).toEqual(byHand);
  });
  it('is refused as a whole where one of them is', () => {
    expect(refused(enter({ stage: 'settled', amount: '5' }))).toBe('claim-step-impossible');
    expect(refused(enter(approved, { ...settled, on: '17/06/2026' }))).toBe('before-last-step');
    expect(refused(enter(approved), intimate())).toBe('claim-exists');
  });
});
