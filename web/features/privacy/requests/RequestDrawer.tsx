import { Button, Intent } from '@blueprintjs/core';
import { CHANNEL_LABELS, type RequestedRight } from '@insuremanager/contracts/privacy/requestKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  PersonRequestDocument,
  type PersonRequestQuery,
  ReopenPersonRequestDocument,
} from '../../../data/operations.generated';
import { OPENED_HERE } from '../../../records/addresses';
import { CustomerLink } from '../../../records/customers/CustomerLink';
import { Drawer } from '../../../ui/Drawer';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { Details } from '../../../ui/record/Details';
import { HistoryEntries } from '../../../ui/record/HistoryEntries';
import { LoadFailure } from '../../../ui/record/Loaded';
import { Badge } from '../../../ui/StatusBadge';
import { useAction } from '../../../ui/useAction';
import { rightOf, stateOf } from './personRequest';
import { CloseRequestDialog } from './RequestDialogs';

type Asked = PersonRequestQuery['personRequestDetails'];

interface RequestDrawerProps {
  id: number | null;
  onChanged: () => void;
  onClose: () => void;
}

/** One request: what was asked, until when it is to be answered, where that is done. */
export function RequestDrawer({ id, onChanged, onClose }: RequestDrawerProps) {
  const asked = useMemo(() => operation(PersonRequestDocument, { id: id ?? 0 }), [id]);
  const { data, error, retry } = useGatewayQuery(asked, {
    skip: id === null,
    fetchPolicy: 'cache-and-network',
  });
  const [isClosing, setClosing] = useState(false);
  const { act } = useAction('Failed to reopen the request. Please try again.');
  const details = data?.personRequestDetails as Asked | undefined;
  const request = details?.request;
  const changed = () => {
    setClosing(false);
    retry();
    onChanged();
  };
  const reopen = async () => {
    const toSend = (commandId: string) =>
      operation(ReopenPersonRequestDocument, { id: id ?? 0, commandId });
    if (await act('reopen', toSend)) changed();
  };
  const [tone, label] = request ? stateOf(request) : (['ended', ''] as const);
  return (
    <Drawer
      isOpen={id !== null}
      onClose={onClose}
      title={request ? rightOf(request) : 'Request'}
      subtitle={request && <Badge tone={tone}>{label}</Badge>}
      actions={
        request &&
        (request.outcome === null ? (
          <Button intent={Intent.PRIMARY} onClick={() => setClosing(true)}>
            Close Request
          </Button>
        ) : (
          <Button onClick={() => void reopen()}>Reopen</Button>
        ))
      }
    >
      {details && request ? (
        <>
          {request.outcome === null && <WhereToDo {...request} />}
          <Details
            groups={[
              {
                heading: 'Request',
                rows: [
                  { label: 'Customer', value: <CustomerLink customer={request.customer} /> },
                  { label: 'Received', value: receivedOf(request) },
                  { label: 'To be answered by', value: formatDay(request.dueOn) },
                  { label: 'In words', value: <Typed text={details.words} /> },
                  ...(request.closedOn === null
                    ? []
                    : [
                        { label: 'Closed', value: formatDay(request.closedOn) },
                        {
                          label: 'Answer',
                          value: details.answer && <Typed text={details.answer} />,
                        },
                      ]),
                ],
              },
            ]}
          />
          <section className="privacy-section">
            <h3>History</h3>
            <HistoryEntries
              entries={details.history.toReversed()}
              formatValue={(_field, value) => value ?? ''}
            />
          </section>
        </>
      ) : error ? (
        <LoadFailure what="the request" error={error} onRetry={retry} />
      ) : (
        <SkeletonRows height={44} what="the request" />
      )}
      {isClosing && request && (
        <CloseRequestDialog request={request} onSaved={changed} onClose={() => setClosing(false)} />
      )}
    </Drawer>
  );
}

const receivedOf = ({ receivedOn, channel }: Asked['request']): string =>
  `${formatDay(receivedOn)}, ${CHANNEL_LABELS[channel].toLowerCase()}`;

/** What somebody typed, as it stands. */
const Typed = ({ text }: { text: string | null }) =>
  text === null ? (
    <span className="muted">Erased with the person</span>
  ) : (
    <span className="privacy-typed" dir="auto">
      {text}
    </span>
  );

interface Place {
  text: string;
  to: (customerId: number) => string;
}

const PERSON: Place = {
  text: 'Open what is held about the person',
  to: (id) => `/privacy/people/${id}`,
};
const FORM: Place = {
  text: 'Change the customer',
  to: (id) => `/customers?customer=${id}&edit=${id}`,
};
const CUSTOMER: Place = {
  text: 'Open the customer, to erase them from the menu',
  to: (id) => `/customers?customer=${id}`,
};

/** Where a right is seen to. */
const PLACES: Readonly<Record<RequestedRight, readonly Place[]>> = {
  access: [PERSON],
  correction: [FORM, PERSON],
  erasure: [CUSTOMER, PERSON],
  grievance: [PERSON],
  nomination: [PERSON, FORM],
  withdrawal: [FORM, PERSON],
};

const WhereToDo = ({ right, customerId, customer }: Asked['request']) =>
  customer && (
    <nav className="request-places" aria-label="Where it is done">
      {PLACES[right].map(({ text, to }) => (
        <Link key={text} to={to(customerId)} state={OPENED_HERE}>
          {text}
        </Link>
      ))}
    </nav>
  );
