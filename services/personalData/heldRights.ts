import {
  CONSENT_WAY_LABELS,
  consentFieldOf,
  consentFields,
} from '@insuremanager/contracts/customers/consentFields';
import { LANGUAGE_LABELS } from '@insuremanager/contracts/customers/customerFields';
import { nomineeFields } from '@insuremanager/contracts/customers/nominees';
import type { Page } from '@insuremanager/contracts/lists';
import type { HeldItem } from '@insuremanager/contracts/privacy/held';
import {
  CHANNEL_LABELS,
  OUTCOME_LABELS,
  RIGHT_LABELS,
} from '@insuremanager/contracts/privacy/requestKinds';
import type {
  PersonRequestDetails,
  PersonRequestView,
} from '@insuremanager/contracts/privacy/requestViews';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import type { PersonRequests } from '../personRequests/index.js';
import { dayFact, instantFact, plainFact, textFact } from './facts.js';
import { ofEach } from './ofEach.js';
import type { Person } from './person.js';

/** Each choice that was ever recorded, and what proves it. */
export function consents(person: Person): HeldItem[] {
  return person.events.flatMap(({ type, data, at, metadata }) => {
    if (type !== 'CustomerConsentRecorded') return [];
    const { how, givenOn, notice } = data;
    return data.choices.map(({ purpose, channel, choice }): HeldItem => {
      const field = consentFieldOf(purpose, channel);
      const { label } = consentFields[field];
      return {
        ...{ id: null, title: `${label}: ${choice}`, state: 'existing' },
        facts: [
          textFact(field, label, choice),
          dayFact('givenOn', 'Told on', givenOn),
          textFact('how', 'How', how, CONSENT_WAY_LABELS[how]),
          ...(notice
            ? [
                textFact('noticeVersion', 'Version of the notice', notice.version),
                textFact('noticeLanguage', 'In', notice.language, LANGUAGE_LABELS[notice.language]),
              ]
            : []),
          instantFact('recordedAt', 'Recorded', at),
          plainFact('recordedBy', 'By', metadata.actor.username),
        ],
      };
    });
  });
}

/** Of one that was revoked, too, as long as the person is known. */
export function nominees({ events }: Person): HeldItem[] {
  const revoked = new Set(
    events.flatMap(({ type, data }) => (type === 'NomineeRevoked' ? [data.nomineeId] : [])),
  );
  return events.flatMap(({ type, data }): HeldItem[] => {
    if (type !== 'NomineeRecorded') return [];
    const { nomineeId: id, recordedOn, personal } = data;
    const { name, relation, phone, email } = nomineeFields;
    const typed = personal ?? { name: null, relation: null, phone: null, email: null };
    return [
      {
        ...{ id, title: `Nominee ${typed.name ?? id}` },
        state: !personal ? 'erased' : revoked.has(id) ? 'deleted' : 'existing',
        facts: [
          ...(typed.relation ? [plainFact('relation', relation.label, typed.relation)] : []),
          ...(typed.name ? [plainFact('name', name.label, typed.name)] : []),
          ...(typed.phone
            ? [textFact('phone', phone.label, typed.phone, formatPhone(typed.phone))]
            : []),
          ...(typed.email ? [plainFact('email', email.label, typed.email)] : []),
          dayFact('recordedOn', nomineeFields.recordedOn.label, recordedOn),
        ],
      },
    ];
  });
}

export async function requests(
  { customerId }: Person,
  { personRequests }: { readonly personRequests: Pick<PersonRequests, 'list' | 'details'> },
): Promise<HeldItem[]> {
  const found: HeldItem[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<PersonRequestView> = await personRequests.list({
      ...{ filter: { customerId }, sort: 'due', direction: 'asc' },
      ...{ limit: REQUESTS_AT_ONCE, cursor },
    });
    const details = await ofEach(page.items, ({ id }) => personRequests.details(id));
    found.push(...details.map(heldRequest));
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

const REQUESTS_AT_ONCE = 100;

function heldRequest({ request, words, answer }: PersonRequestDetails): HeldItem {
  const { id, right, channel, receivedOn, outcome, closedOn } = request;
  return {
    ...{ id, title: `Request: ${RIGHT_LABELS[right].toLowerCase()}` },
    state: words === null ? 'erased' : 'existing',
    facts: [
      textFact('channel', 'How', channel, CHANNEL_LABELS[channel]),
      dayFact('receivedOn', 'Received on', receivedOn),
      ...(words ? [plainFact('words', 'In words', words)] : []),
      ...(outcome ? [textFact('outcome', 'Outcome', outcome, OUTCOME_LABELS[outcome])] : []),
      ...(closedOn ? [dayFact('closedOn', 'Closed on', closedOn)] : []),
      ...(answer ? [plainFact('answer', 'Answer', answer)] : []),
    ],
  };
}

/** That they are, and since when: the matter is the agency's own. */
export function legalHolds({ events }: Person): HeldItem[] {
  return events.flatMap(({ type, data, at }): HeldItem[] => {
    if (type !== 'LegalHoldPlaced') return [];
    const lifted = events.find(
      (one) => one.type === 'LegalHoldLifted' && one.data.holdId === data.holdId,
    );
    return [
      {
        ...{ id: data.holdId, title: 'Legal hold', state: lifted ? 'deleted' : 'existing' },
        facts: [
          instantFact('placedAt', 'Since', at),
          ...(lifted ? [instantFact('liftedAt', 'Lifted', lifted.at)] : []),
        ],
      },
    ];
  });
}
