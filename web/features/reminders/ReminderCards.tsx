import { useApolloClient } from '@apollo/client/react';
import { Envelope, History, Time, WarningSign } from '@blueprintjs/icons';
import { URGENT_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { useNavigate } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { ReminderCardsDocument, type ReminderCardsQuery } from '../../data/operations.generated';
import { today } from '../../data/pastDay';
import { useEmailKept } from '../../records/reminders/EmailKept';
import { formatCount } from '../../ui/format';
import { type Figure, FigureCards } from '../../ui/list/SummaryCards';
import { forgetFields } from '../../ui/record/recordType';

interface ReminderCard extends Figure<ReminderCardsQuery> {
  /** Of the list that it counts: of the schema, and its address. */
  field: 'reminders' | 'policies';
  search: () => string;
}

const urgentUntil = () => addDays(today(), URGENT_DAYS);

const CARDS: ReminderCard[] = [
  {
    label: 'Total Reminders',
    hint: 'All in the history',
    icon: History,
    figure: ({ reminderCards: { total } }) => formatCount(total),
    field: 'reminders',
    search: () => '?view=history',
  },
  {
    label: 'Emails Sent',
    hint: 'Accepted by the mail server',
    icon: Envelope,
    figure: ({ reminderCards: { emailsSent } }) => formatCount(emailsSent),
    field: 'reminders',
    search: () => '?view=history&channel=email',
  },
  {
    label: 'Upcoming Renewals',
    hint: 'Within 30 days',
    icon: Time,
    figure: ({ reminderCards: { upcoming } }) => formatCount(upcoming),
    field: 'policies',
    search: () => '',
  },
  {
    label: 'Urgent within 15 days',
    hint: 'Included in upcoming renewals',
    icon: WarningSign,
    figure: ({ reminderCards: { urgent } }) => formatCount(urgent),
    field: 'policies',
    search: () => `?endsTo=${urgentUntil()}`,
  },
];

/** Four figures; each opens the list that it counts. */
export function ReminderCards() {
  const navigate = useNavigate();
  const { cache } = useApolloClient();
  const isEmailKept = useEmailKept();
  const { data, error, retry } = useGatewayQuery(operation(ReminderCardsDocument, {}));
  const show = ({ field, search }: ReminderCard) => {
    // Days pass and colleagues work: a figure and its list are asked for at the same time.
    forgetFields(cache, [field]);
    retry();
    navigate({ search: search() });
  };
  return (
    <FigureCards
      cards={
        isEmailKept
          ? CARDS.map((card) =>
              card.label === 'Emails Sent' ? { ...card, hint: EMAIL_KEPT } : card,
            )
          : CARDS
      }
      data={data as ReminderCardsQuery | undefined}
      error={error}
      onShow={show}
    />
  );
}
