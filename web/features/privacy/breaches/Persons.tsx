import { Button, Callout, Checkbox, InputGroup, Intent } from '@blueprintjs/core';
import {
  ACCESS_KINDS,
  ACCESS_LABELS,
  type AccessKind,
  DATA_LABELS,
} from '@insuremanager/contracts/privacy/breachKinds';
import { StretchInput } from '@insuremanager/contracts/privacy/breachViews';
import { useMemo, useState } from 'react';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  BreachPersonsDocument,
  type BreachPersonsQuery,
  BreachStretchDocument,
  type BreachStretchQuery,
  ClearBreachPersonsDocument,
  ConfirmBreachPersonsDocument,
  RenewalOwnersDocument,
} from '../../../data/operations.generated';
import { CustomerLink } from '../../../records/customers/CustomerLink';
import { useConfirm } from '../../../ui/Confirm';
import { FormField } from '../../../ui/FormField';
import { formatCount, formatInstant } from '../../../ui/format';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { LoadFailure } from '../../../ui/record/Loaded';
import { SectionCard } from '../../../ui/SectionCard';
import { Badge } from '../../../ui/StatusBadge';
import type { Tone } from '../../../ui/statusTones';
import { fromLocal, toLocal } from '../moments';
import type { BreachAsked } from './BreachForm';
import { useBreachChange } from './useBreachChange';

interface PersonsProps {
  asked: BreachAsked;
  onChanged: () => void;
}

const DAY_MS = 86_400_000;
const USERS = operation(RenewalOwnersDocument, {});

const countOf = (n: number, one: string, many: string): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;
const accessInSentence = (kind: AccessKind): string => {
  const label = ACCESS_LABELS[kind];
  return label.charAt(0).toLowerCase() + label.slice(1);
};
const personsOf = (n: number): string => countOf(n, 'person', 'persons');

/** Whose data a stretch of the access log concerns, and who of them is confirmed. */
export function Persons({ asked, onChanged }: PersonsProps) {
  const { breach, stretches, letters, lettersRequestedAt } = asked;
  const [isLooking, setLooking] = useState(stretches.length === 0 && !breach.isClosed);
  const { change, busy } = useBreachChange(onChanged);
  const ask = useConfirm();
  const clear = async () => {
    const isWanted = await ask({
      title: 'Take back who is confirmed?',
      text: 'The stretches stay in the history. Nobody has been written to yet.',
      confirm: 'Take Back',
    });
    if (!isWanted) return;
    const id = breach.id;
    await change('clear', (commandId) => operation(ClearBreachPersonsDocument, { id, commandId }));
    setLooking(true);
  };
  return (
    <SectionCard
      title="Persons concerned"
      action={
        !breach.isClosed &&
        !isLooking && (
          <div className="button-row">
            {lettersRequestedAt === null && (
              <Button variant="minimal" loading={busy === 'clear'} onClick={() => void clear()}>
                Take Back
              </Button>
            )}
            <Button onClick={() => setLooking(true)}>Add a Stretch</Button>
          </div>
        )
      }
    >
      {stretches.length > 0 && (
        <>
          <p>
            <strong>{personsOf(letters.persons)} confirmed</strong>
          </p>
          <ul className="privacy-list" aria-label="Confirmed stretches">
            {stretches.map((one) => (
              <li key={one.confirmedAt}>
                <div>
                  <strong>{personsOf(one.count)}</strong>
                  <span className="muted">
                    {one.usernames.length === 0 ? 'All users' : one.usernames.join(', ')}, from{' '}
                    {formatInstant(one.from)} until {formatInstant(one.to)};{' '}
                    {one.kinds.map(accessInSentence).join('; ')}. Confirmed by {one.confirmedBy},{' '}
                    {formatInstant(one.confirmedAt)}.
                  </span>
                </div>
              </li>
            ))}
          </ul>
          <ConfirmedPersons breachId={breach.id} state={JSON.stringify(letters)} />
        </>
      )}
      {isLooking && (
        <StretchLookup
          breachId={breach.id}
          awareAt={breach.awareAt}
          onCancel={stretches.length > 0 ? () => setLooking(false) : null}
          onConfirmed={() => {
            setLooking(false);
            onChanged();
          }}
        />
      )}
    </SectionCard>
  );
}

const LETTERS: Readonly<
  Record<BreachPersonsQuery['breachPersons']['persons'][number]['letter'], readonly [Tone, string]>
> = {
  unreachable: ['ended', 'No record any more'],
  to_be_printed: ['wait', 'To be printed'],
  waiting: ['wait', 'Email waits'],
  sending: ['wait', 'Being sent'],
  sent: ['good', 'Sent'],
  refused: ['bad', 'Address refused'],
  failed: ['bad', 'Not delivered'],
  not_known: ['bad', 'Perhaps sent'],
};

/** `state`: asked again when it differs. */
function ConfirmedPersons({ breachId, state }: { breachId: number; state: string }) {
  const [after, setAfter] = useState<readonly number[]>([0]);
  const page = after.at(-1) ?? 0;
  const { data, error, retry } = useGatewayQuery(
    useMemo(
      () => operation(BreachPersonsDocument, { id: breachId, after: page }),
      [breachId, page],
    ),
    { fetchPolicy: 'cache-and-network' },
  );
  const [seen, setSeen] = useState(state);
  if (seen !== state) {
    setSeen(state);
    queueMicrotask(retry);
  }
  if (error && !data) return <LoadFailure what="the persons" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={44} what="the persons" />;
  const { persons, nextCustomerId } = (data as BreachPersonsQuery).breachPersons;
  return (
    <>
      <PersonTable
        label="Confirmed persons"
        last="Letter"
        persons={persons.map((person) => {
          const [tone, label] = LETTERS[person.letter];
          return {
            ...person,
            last: (
              <span className="privacy-person-letter">
                <Badge tone={tone}>{label}</Badge>
                {person.customer && (
                  <a
                    href={`/api/privacy/breaches/${breachId}/letters.pdf?customerId=${person.customerId}`}
                    target="_blank"
                    rel="noopener"
                    aria-label={`Letter to ${person.customer.name} as PDF`}
                  >
                    PDF
                  </a>
                )}
              </span>
            ),
          };
        })}
      />
      <Pages after={after} next={nextCustomerId} onChange={setAfter} />
    </>
  );
}

interface PagesProps {
  /** After whom each page begins, up to the one that is shown. */
  after: readonly number[];
  next: number | null;
  onChange: (after: readonly number[]) => void;
}

const Pages = ({ after, next, onChange }: PagesProps) =>
  after.length === 1 && next === null ? null : (
    <nav className="button-row" aria-label="Pages">
      <Button disabled={after.length === 1} onClick={() => onChange(after.slice(0, -1))}>
        Back
      </Button>
      <Button disabled={next === null} onClick={() => next && onChange([...after, next])}>
        Next
      </Button>
    </nav>
  );

interface ShownPerson {
  customerId: number;
  customer: { id: number; name: string } | null;
  data: readonly (keyof typeof DATA_LABELS)[];
  last: React.ReactNode;
}

/** Customers, what of theirs was seen, and one thing more. */
const PersonTable = ({
  label,
  last,
  persons,
}: {
  label: string;
  last: string;
  persons: readonly ShownPerson[];
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
  <section className="privacy-table" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">What was seen</th>
          <th scope="col">{last}</th>
        </tr>
      </thead>
      <tbody>
        {persons.map((person) => (
          <tr key={person.customerId}>
            <th scope="row">
              <CustomerLink customer={person.customer} />
            </th>
            <td>{person.data.map((kind) => DATA_LABELS[kind]).join(', ')}</td>
            <td>{person.last}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface StretchLookupProps {
  breachId: number;
  awareAt: string;
  /** Null: there is nothing to go back to. */
  onCancel: (() => void) | null;
  onConfirmed: () => void;
}

const NOT_RECORDED =
  'The log records what is listed here. It does not record that somebody read a list, opened a record, searched, or downloaded a document or a quotation of an existing customer, nor in which session an entry was made. Whoever must assume that an account was misused chooses every customer of that time.';

function StretchLookup({ breachId, awareAt, onCancel, onConfirmed }: StretchLookupProps) {
  const { data: known } = useGatewayQuery(USERS);
  const users = known?.renewalOwners ?? [];
  const [userIds, setUserIds] = useState<readonly number[]>([]);
  const [from, setFrom] = useState(() => toLocal(new Date(Date.parse(awareAt) - 30 * DAY_MS)));
  const [to, setTo] = useState(() => toLocal(awareAt));
  const [kinds, setKinds] = useState<readonly AccessKind[]>(
    ACCESS_KINDS.filter((kind) => kind !== 'everybody' && kind !== 'changes'),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [stretch, setStretch] = useState<StretchInput | null>(null);

  const toggle = <Item,>(items: readonly Item[], item: Item): readonly Item[] =>
    items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
  const look = () => {
    const typed = { userIds, from: fromLocal(from), to: fromLocal(to), kinds };
    const { data, error } = StretchInput.safeParse(typed);
    const issues = (error?.issues ?? []).map((one) => [String(one.path[0]), one.message]);
    setErrors(Object.fromEntries(issues));
    setStretch(data ?? null);
  };
  return (
    <form
      className="breach-lookup"
      aria-label="Whose data it concerns"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <div className="breach-lookup-times">
        <FormField label="Access from" required error={errors.from}>
          {(field) => (
            <InputGroup {...field} type="datetime-local" value={from} onValueChange={setFrom} />
          )}
        </FormField>
        <FormField label="Until" required error={errors.to}>
          {(field) => (
            <InputGroup {...field} type="datetime-local" value={to} onValueChange={setTo} />
          )}
        </FormField>
      </div>
      <fieldset>
        <legend>By whom</legend>
        <div className="breach-lookup-users">
          <Checkbox
            label="All users"
            checked={userIds.length === 0}
            onChange={() => setUserIds([])}
          />
          {users.map(({ id, username }) => (
            <Checkbox
              key={id}
              label={username}
              checked={userIds.includes(id)}
              onChange={() => setUserIds(toggle(userIds, id))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Kinds of access</legend>
        {ACCESS_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={ACCESS_LABELS[kind]}
            checked={kinds.includes(kind)}
            onChange={() => setKinds(toggle(kinds, kind))}
          />
        ))}
        {errors.kinds && <p className="form-field-error">{errors.kinds}</p>}
      </fieldset>
      <Callout intent={Intent.WARNING} icon={null} className="breach-not-recorded">
        {NOT_RECORDED}
      </Callout>
      <div className="button-row">
        <Button type="submit" intent={stretch ? Intent.NONE : Intent.PRIMARY}>
          Look Up
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      {stretch && (
        <Found
          key={JSON.stringify(stretch)}
          breachId={breachId}
          stretch={stretch}
          onConfirmed={onConfirmed}
        />
      )}
    </form>
  );
}

interface FoundProps {
  breachId: number;
  stretch: StretchInput;
  onConfirmed: () => void;
}

function Found({ breachId, stretch, onConfirmed }: FoundProps) {
  const [after, setAfter] = useState<readonly number[]>([0]);
  const page = after.at(-1) ?? 0;
  const { change, busy } = useBreachChange(onConfirmed);
  const { data, error, retry } = useGatewayQuery(
    useMemo(() => operation(BreachStretchDocument, { stretch, after: page }), [stretch, page]),
    { fetchPolicy: 'network-only' },
  );
  if (error) return <LoadFailure what="the access log" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={44} what="the access log" />;
  const { count, entries, persons, nextCustomerId, ...found } = (data as BreachStretchQuery)
    .breachStretch;
  // Every customer of that time is no list that anybody had.
  const lists = found.lists.filter(({ username }) => username !== '');
  return (
    <div className="breach-found">
      <p role="status">
        <strong>{personsOf(count)}</strong>, by {countOf(entries, 'entry', 'entries')} of the log.
      </p>
      {lists.length > 0 && (
        <>
          <p className="muted">
            Whole lists: what an export was narrowed down to is not recorded, so it concerns all who
            were in the list then.
          </p>
          <ul className="privacy-list" aria-label="Whole lists">
            {lists.map((list, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
              <li key={nth}>
                <div>
                  <strong>{list.what}</strong>
                  <span className="muted">
                    {list.username}, {formatInstant(list.at)}
                  </span>
                </div>
                <span className="tabular">{personsOf(list.persons)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {count > 0 && (
        <>
          <PersonTable
            label="Persons found"
            last="Last"
            persons={persons.map((person) => ({ ...person, last: formatInstant(person.lastAt) }))}
          />
          <Pages after={after} next={nextCustomerId} onChange={setAfter} />
          <Button
            intent={Intent.PRIMARY}
            loading={busy === 'confirm'}
            onClick={() =>
              void change('confirm', (commandId) =>
                operation(ConfirmBreachPersonsDocument, { id: breachId, stretch, commandId }),
              )
            }
          >
            {`Confirm ${personsOf(count)}`}
          </Button>
        </>
      )}
    </div>
  );
}
