import { Search, Shield } from '@blueprintjs/icons';
import { isId } from '@insuremanager/contracts/rules/ids';
import { Link, useParams } from 'react-router';
import { operation } from '../../data/operation';
import { PeopleDocument, type PeopleQuery } from '../../data/operations.generated';
import { Avatar } from '../../ui/Avatar';
import { FoundRow } from '../../ui/FoundRow';
import { EmptyState } from '../../ui/list/EmptyState';
import { SearchBox } from '../../ui/list/SearchBox';
import { Loaded } from '../../ui/record/Loaded';
import { useAddress } from '../../ui/useAddress';
import { PersonPage } from './person/PersonPage';
import { nameOfPerson, PersonBadge } from './person/personWords';
import './people.css';

const ROW_HEIGHT = 56;

/** Persons about whom something is held: whoever asks is found here, and answered on their page. */
export default function PeoplePanel() {
  const { id } = useParams();
  if (id === undefined) return <FindPerson />;
  const customerId = /^\d+$/.test(id) ? Number(id) : 0;
  if (isId(customerId)) return <PersonPage key={customerId} customerId={customerId} />;
  return (
    <EmptyState
      icon={<Shield size={20} />}
      text="This address names no person"
      action={<Link to="/privacy">Find a person</Link>}
    />
  );
}

function FindPerson() {
  const { params } = useAddress();
  const search = (params.get('q') ?? '').trim();
  return (
    <div className="people">
      <SearchBox
        search={params.get('q') ?? ''}
        label="Find a person"
        placeholder="Name, phone, email, policy, plate, customer number, PAN or Aadhaar…"
      />
      <section className="panel-card people-card" aria-label="Found persons">
        {search === '' ? (
          <EmptyState
            icon={<Search size={20} />}
            text="Whoever asks what is held about them is found here, also when they were deleted: by number, or by name among those deleted last. A search by a whole PAN or Aadhaar number is recorded."
          />
        ) : (
          <Loaded
            key={search}
            query={operation(PeopleDocument, { query: search })}
            fetchPolicy="no-cache"
            what="the persons"
            rowHeight={ROW_HEIGHT}
          >
            {({ people }) => <Found people={people} />}
          </Loaded>
        )}
      </section>
    </div>
  );
}

const Found = ({ people }: PeopleQuery) =>
  people.length === 0 ? (
    <EmptyState
      icon={<Search size={20} />}
      text="Nobody is found by this. Deleted customers are found by number."
    />
  ) : (
    <ul className="found-list">
      {people.map((person) => (
        <FoundRow
          key={person.customerId}
          to={`/privacy/people/${person.customerId}`}
          sign={<Avatar name={person.name ?? ''} />}
          name={nameOfPerson(person)}
          detail={[`Customer ${person.customerId}`, person.detail]
            .filter((text, nth, all) => text && all.indexOf(text) === nth)
            .join(' · ')}
          state={<PersonBadge state={person.state} />}
        />
      ))}
    </ul>
  );
