import {
  RenewalContacted,
  RenewalFollowUpSet,
  RenewalLost,
  RenewalNoteChanged,
  RenewalOwnerAssigned,
  RenewalReopened,
  RenewalReturnedToDue,
} from '@insuremanager/contracts/renewals/renewalEvents';
import {
  daysOfMonth,
  isMonth,
  LOSS_REASONS,
  renewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RenewalCommand, renewalDecider } from './renewal.js';

const { given } = scenario(renewalDecider);

const termId = 1200;
const customerId = 7;
const RAVI = 8;
const ANITHA = 3;
const TODAY = '2026-04-01';

const contacted = RenewalContacted({ termId });
const returned = RenewalReturnedToDue({ termId });
const reopened = RenewalReopened({ termId });
const lost = (
  reason: (typeof LOSS_REASONS)[number] = 'price',
  note: string | null = null,
  of = customerId,
) => RenewalLost({ termId, customerId: of, reason, personal: { note } });
const owned = (ownerId: number | null) => RenewalOwnerAssigned({ termId, ownerId });
const followUp = (followUpOn: string | null) => RenewalFollowUpSet({ termId, followUpOn });

const move = (to: 'due' | 'contacted'): RenewalCommand => ({ type: 'MoveRenewal', termId, to });
const lose = (
  reason: (typeof LOSS_REASONS)[number] = 'price',
  note: string | null = null,
  of = customerId,
): RenewalCommand => ({ type: 'LoseRenewal', termId, customerId: of, loss: { reason, note } });
const reopen: RenewalCommand = { type: 'ReopenRenewal', termId };
const assign = (ownerId: number | null): RenewalCommand => ({
  type: 'AssignOwner',
  termId,
  ownerId,
});
const noted = (note: string | null, of = customerId) =>
  RenewalNoteChanged({ termId, customerId: of, personal: { note } });
const setFollowUp = (
  followUpOn?: string | null,
  note?: string | null,
  of = customerId,
): RenewalCommand => ({
  type: 'SetFollowUp',
  termId,
  customerId: of,
  followUpOn,
  note,
  today: TODAY,
});

describe('moving a renewal', () => {
  it('records that the policyholder was spoken to', () =>
    given().when(move('contacted')).then(contacted));

  it('moves it back', () => given(contacted).when(move('due')).then(returned));

  it('records nothing where it is there already', () => {
    given().when(move('due')).thenNothing();
    given(contacted).when(move('contacted')).thenNothing();
  });

  it('reopens a lost one, which is then where it was', () =>
    given(contacted, lost()).when(move('contacted')).then(reopened));

  it('reopens a lost one into another column', () => {
    given(lost()).when(move('contacted')).then(reopened, contacted);
    given(contacted, lost()).when(move('due')).then(reopened, returned);
  });
});

describe('losing a renewal', () => {
  it('records the reason, and the note under the customer’s key', () =>
    given()
      .when(lose('insurer', 'Went to another agent'))
      .then(lost('insurer', 'Went to another agent')));

  it('records another reason, or another note', () => {
    given(lost('price')).when(lose('insurer')).then(lost('insurer'));
    given(lost('price')).when(lose('price', 'Too dear')).then(lost('price', 'Too dear'));
  });

  it('records the same once', () => given(lost('price')).when(lose('price')).thenNothing());

  it('is undone', () => given(lost()).when(reopen).then(reopened));

  it('is not undone where nothing was lost', () => {
    given().when(reopen).thenNothing();
    given(lost(), reopened).when(reopen).thenNothing();
  });
});

describe('owner and follow-up', () => {
  it('assigns an owner, another one, and nobody', () => {
    given().when(assign(ANITHA)).then(owned(ANITHA));
    given(owned(ANITHA)).when(assign(4)).then(owned(4));
    given(owned(ANITHA)).when(assign(null)).then(owned(null));
    given(owned(ANITHA)).when(assign(ANITHA)).thenNothing();
  });

  it('sets a date for today or later, and clears it', () => {
    given().when(setFollowUp(TODAY)).then(followUp(TODAY));
    given(followUp(TODAY)).when(setFollowUp(null)).then(followUp(null));
    given(followUp(TODAY)).when(setFollowUp(TODAY)).thenNothing();
    given(noted('Will pay')).when(setFollowUp(null)).thenNothing();
  });

  it('takes a note of the talk, which stays until there is another one', () => {
    const asks = 'Asks his wife';
    given().when(setFollowUp(TODAY, asks)).then(followUp(TODAY), noted(asks));
    given(noted(asks)).when(setFollowUp(null, asks)).thenNothing();
    given(noted(asks)).when(setFollowUp(null, 'Will pay')).then(noted('Will pay'));
    given(noted(asks)).when(setFollowUp(null, null)).then(noted(null));
  });

  it('leaves the date alone where only a note is given', () =>
    given(followUp(TODAY)).when(setFollowUp(undefined, 'Will pay')).then(noted('Will pay')));

  it('records what was noted of the former policyholder once more, of another one', () => {
    given(noted('Will pay'))
      .when(setFollowUp(undefined, 'Will pay', RAVI))
      .then(noted('Will pay', RAVI));
    given(lost('price', 'Too dear'))
      .when(lose('price', 'Too dear', RAVI))
      .then(lost('price', 'Too dear', RAVI));
  });

  it('refuses a day that has passed', () =>
    given().when(setFollowUp('2026-03-31')).thenRefused('invalid-input'));

  it('leaves a date alone that has passed since', () =>
    given(followUp('2026-03-31')).when(setFollowUp('2026-03-31')).thenNothing());
});

describe('the column', () => {
  const facts = fc.record({
    isRenewed: fc.boolean(),
    lossReason: fc.constantFrom(null, ...LOSS_REASONS),
    isQuoted: fc.boolean(),
    isContacted: fc.boolean(),
  });

  it('is the furthest of all that is known', () =>
    fc.assert(
      fc.property(facts, (known) => {
        const column = renewalColumn(known);
        expect(column === 'renewed').toBe(known.isRenewed);
        expect(column === 'lost').toBe(!known.isRenewed && known.lossReason !== null);
        if (column === 'quoted') expect(known.isQuoted).toBe(true);
        if (column === 'contacted')
          expect([known.isQuoted, known.isContacted]).toEqual([false, true]);
        if (column === 'due') expect([known.isQuoted, known.isContacted]).toEqual([false, false]);
      }),
    ));

  it('never depends on the order in which things became known', () =>
    fc.assert(
      fc.property(facts, (known) => {
        const undone = { ...known, isRenewed: false };
        expect(renewalColumn({ ...undone, isRenewed: true })).toBe('renewed');
        expect(renewalColumn(undone)).toBe(renewalColumn({ ...known, isRenewed: false }));
      }),
    ));
});

describe('a month', () => {
  it('has a first and a last day', () => {
    expect(daysOfMonth('2028-02')).toEqual(['2028-02-01', '2028-02-29']);
    expect(daysOfMonth('2026-12')).toEqual(['2026-12-01', '2026-12-31']);
  });

  it('is one of twelve', () => {
    expect(['2026-04', '2026-00', '2026-13', '2026-4', '0000-01'].map(isMonth)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
