import { Button, Intent } from '@blueprintjs/core';
import { ArrowLeft, Document, Download, Edit, Eraser } from '@blueprintjs/icons';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { useState } from 'react';
import { Link } from 'react-router';
import { operation } from '../../../data/operation';
import { PersonDocument, type PersonQuery } from '../../../data/operations.generated';
import { OPENED_HERE, RECORD_PLACES } from '../../../records/addresses';
import { Avatar } from '../../../ui/Avatar';
import { formatCount } from '../../../ui/format';
import { rareDialog } from '../../../ui/lazyDialog';
import { Loaded } from '../../../ui/record/Loaded';
import { downloadFile } from '../../../ui/saveFile';
import { useToast } from '../../../ui/toaster/Toaster';
import { PERSON_SECTIONS } from './personSections';
import { nameOfPerson, PersonBadge } from './personWords';

const EraseDialog = rareDialog(() => import('../../../records/customers/EraseDialog'));

type Person = PersonQuery['person'];

/** One person: who they are, what is held about them, and what they may ask for. */
export function PersonPage({ customerId }: { customerId: number }) {
  const [asked, setAsked] = useState(0);
  return (
    <div className="person">
      <Link className="person-back" to="/privacy">
        <ArrowLeft size={14} /> Find another person
      </Link>
      <Loaded
        // Anew once they are erased.
        key={asked}
        query={operation(PersonDocument, { customerId })}
        fetchPolicy="no-cache"
        what="the person"
        rowHeight={72}
      >
        {({ person }) => (
          <>
            <Head person={person} onErased={() => setAsked(asked + 1)} />
            <Held person={person} />
            {PERSON_SECTIONS.map((Section) => (
              <div key={Section.name} className="panel-card people-card">
                <Section customerId={customerId} />
              </div>
            ))}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Head({ person, onErased }: { person: Person; onErased: () => void }) {
  const { customerId, name, state, phone, email, city, since, endedAt } = person;
  const [isErasing, setErasing] = useState(false);
  const ended = endedAt && `${state} on ${dayOf(endedAt)}`;
  const facts = [
    `Customer ${customerId}`,
    `added on ${dayOf(since)}`,
    ended,
    phone && formatPhone(phone).replaceAll(' ', '\u00a0'),
    email,
    city,
  ].filter(Boolean);
  return (
    <header className="person-head">
      <Avatar name={name ?? ''} />
      <div className="person-title">
        <h2>
          <bdi>{nameOfPerson(person)}</bdi> <PersonBadge state={state} />
        </h2>
        <p className="muted tabular">{facts.join(' · ')}</p>
      </div>
      <div className="button-row person-actions">
        <Downloads customerId={customerId} />
        {state === 'existing' && (
          <Link
            className="bp6-button"
            to={`${RECORD_PLACES.customer.path}?edit=${customerId}`}
            state={OPENED_HERE}
          >
            <Edit size={16} />
            <span>Correct</span>
          </Link>
        )}
        {state !== 'erased' && (
          <Button icon={<Eraser />} onClick={() => setErasing(true)}>
            Erase…
          </Button>
        )}
      </div>
      {isErasing && (
        <EraseDialog
          customer={{ id: customerId, name: nameOfPerson(person) }}
          onClose={() => setErasing(false)}
          onErased={onErased}
        />
      )}
    </header>
  );
}

const FORMATS = [
  { format: 'pdf', text: 'Download as PDF', icon: <Document />, intent: Intent.PRIMARY },
  { format: 'json', text: 'Download as JSON', icon: <Download />, intent: Intent.NONE },
] as const;

/** What is held, as a letter to the person and for programs. */
function Downloads({ customerId }: { customerId: number }) {
  const showToast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const download = async (format: string) => {
    setBusy(format);
    const name = `held-about-customer-${customerId}.${format}`;
    const address = `/api/privacy/people/${customerId}/held.${format}`;
    const failure = await downloadFile(address, name);
    setBusy(null);
    if (failure) showToast({ title: 'Error', description: failure, tone: 'destructive' });
  };
  return FORMATS.map(({ format, text, icon, intent }) => (
    <Button
      key={format}
      {...{ icon, intent, text }}
      loading={busy === format}
      disabled={busy !== null && busy !== format}
      onClick={() => void download(format)}
    />
  ));
}

function Held({ person: { counts, accesses, kept, state } }: { person: Person }) {
  return (
    <section className="panel-card people-card" aria-labelledby="person-held">
      <h3 id="person-held">What is held</h3>
      <p className="muted person-note">
        The download says all of it in full, with whole Aadhaar and PAN, and is recorded in the
        audit log as an access.
      </p>
      <dl className="person-counts">
        {counts.map(({ kind, title, count, deleted }) => (
          <div key={kind} data-empty={count === 0 || undefined}>
            <dt>{title}</dt>
            <dd className="tabular">
              {formatCount(count)}
              {deleted > 0 && state !== 'erased' && (
                <span className="muted"> · {formatCount(deleted)} not in the lists</span>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>Seen or changed by the office</dt>
          <dd className="tabular">{accesses === 1 ? 'once' : `${formatCount(accesses)} times`}</dd>
        </div>
      </dl>
      <p className="person-kept">
        {state !== 'erased' && (
          <strong className="tabular">Kept until {formatDay(kept.until)}. </strong>
        )}
        {kept.reason}
      </p>
    </section>
  );
}

const dayOf = (instant: string): string => formatDay(kolkataDay(new Date(instant)));
