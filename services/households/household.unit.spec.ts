import {
  HouseholdMemberAdded,
  HouseholdMemberRemoved,
  HouseholdRelationChanged,
} from '@insuremanager/contracts/households/householdEvents';
import {
  type HouseholdRelation,
  MOST_MEMBERS,
} from '@insuremanager/contracts/households/relations';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { householdDecider } from './household.js';

const { given } = scenario(householdDecider);
const householdId = 7;
const [RAVI, MEERA, ANU] = [12, 13, 14] as const;
const added = (customerId: number, relation: HouseholdRelation) =>
  HouseholdMemberAdded({ householdId, customerId, relation });
const changed = (customerId: number, relation: HouseholdRelation) =>
  HouseholdRelationChanged({ householdId, customerId, relation });
const removed = (customerId: number) => HouseholdMemberRemoved({ householdId, customerId });
const set = (customerId: number, relation: HouseholdRelation) =>
  ({ type: 'SetMember', householdId, beside: RAVI, customerId, relation }) as const;
const remove = (...customerIds: number[]) =>
  ({ type: 'RemoveMember', householdId, customerIds }) as const;

const couple = [added(RAVI, 'head'), added(MEERA, 'spouse')];
const family = [...couple, added(ANU, 'child')];

describe('a household', () => {
  it('begins with two, headed by the one to whom the other is added', () =>
    given()
      .when(set(MEERA, 'spouse'))
      .then(...couple));
  it('is headed by the other one where that is said', () =>
    given().when(set(MEERA, 'head')).then(added(RAVI, 'other'), added(MEERA, 'head')));
  it('takes further members', () =>
    given(...couple)
      .when(set(ANU, 'child'))
      .then(added(ANU, 'child')));
  it('is not joined by way of somebody who has left it meanwhile', () =>
    given(added(MEERA, 'head'), added(20, 'spouse'))
      .when(set(ANU, 'child'))
      .thenRefused('household-left'));
  it('says what a member is to its head, once', () => {
    given(...family)
      .when(set(ANU, 'sibling'))
      .then(changed(ANU, 'sibling'));
    given(...family)
      .when(set(ANU, 'child'))
      .then();
  });
  it('has one head', () => {
    given(...family)
      .when(set(ANU, 'head'))
      .then(changed(RAVI, 'other'), changed(ANU, 'head'));
    given(...family)
      .when(set(RAVI, 'other'))
      .thenRefused('invalid-input');
  });
  it('is headed by whoever was added first once its head leaves', () =>
    given(...family)
      .when(remove(RAVI))
      .then(removed(RAVI), changed(MEERA, 'head')));
  it('ends with the last but one', () =>
    given(...couple)
      .when(remove(MEERA))
      .then(removed(MEERA), removed(RAVI)));
  it('is left under all numbers of a customer into whom others were merged', () =>
    given(...family)
      .when(remove(ANU, MEERA))
      .then(removed(MEERA), removed(ANU), removed(RAVI)));
  it('is not left by who is not in it', () =>
    given(...couple)
      .when(remove(ANU))
      .thenRefused('member-not-found'));
  it(`has at most ${MOST_MEMBERS} members`, () => {
    const children = Array.from({ length: MOST_MEMBERS - 1 }, (_, nth) =>
      added(100 + nth, 'child'),
    );
    given(added(RAVI, 'head'), ...children)
      .when(set(MEERA, 'spouse'))
      .thenRefused('household-full');
  });
  it('has each of its members for itself', () => {
    const values = householdDecider.uniqueValues?.(
      new Map([
        [RAVI, 'head'],
        [MEERA, 'spouse'],
      ]),
    );
    expect(values?.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'memberId 12',
      'memberId 13',
    ]);
  });
});
