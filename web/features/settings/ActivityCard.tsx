import { operation } from '../../data/operation';
import { MyActivityDocument } from '../../data/operations.generated';
import { useCurrentUser } from '../../session/SessionProvider';
import { formatInstant } from '../../ui/format';
import { Loaded } from '../../ui/record/Loaded';
import { SectionCard } from '../../ui/SectionCard';

const ASKED = operation(MyActivityDocument, {});

/** What lately happened to one's own account: what its owner does not know is a warning. */
export function ActivityCard() {
  const user = useCurrentUser();
  return (
    <SectionCard title="Recent activity">
      <Loaded query={ASKED} fetchPolicy="cache-and-network" what="the activity" rowHeight={52}>
        {({ myActivity }) =>
          myActivity.length === 0 ? (
            <p className="muted">No activity yet.</p>
          ) : (
            <ul className="settings-list">
              {myActivity.map(({ id, at, actor, summary }) => (
                <li key={id}>
                  <div className="settings-item">
                    <strong>{summary}</strong>
                    <span className="muted">
                      <time dateTime={at}>{formatInstant(at)}</time>
                      {actor.userId !== user.id && ` · by ${actor.username}`}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </SectionCard>
  );
}
