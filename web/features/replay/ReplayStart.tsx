import { History, Search } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { operation } from '../../data/operation';
import {
  DeletedRecordsDocument,
  RecordsToReplayDocument,
  type ReplayedRecord,
} from '../../data/operations.generated';
import { FoundRow } from '../../ui/FoundRow';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { EmptyState } from '../../ui/list/EmptyState';
import { SearchBox } from '../../ui/list/SearchBox';
import { Loaded } from '../../ui/record/Loaded';
import { replayAddress } from '../../ui/record/replayAddress';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import { RECORD_ICONS } from './replayed';

const ROW_HEIGHT = 56;

/** Which record is to be replayed: by its number, a word, or among those that were deleted last. */
export function ReplayStart() {
  const { params } = useAddress();
  const search = (params.get('q') ?? '').trim();
  return (
    <div className="replay-start">
      <SearchBox
        search={params.get('q') ?? ''}
        label="Find a record"
        placeholder="Number, name, phone, policy number, plate, file…"
      />
      {search === '' ? <DeletedLately /> : <Found key={search} search={search} />}
    </div>
  );
}

const Found = ({ search }: { search: string }) => (
  <section className="panel-card replay-card" aria-label="Found records">
    <Loaded
      query={operation(RecordsToReplayDocument, { query: search })}
      // Records of several kinds have the same numbers, which the cache would take for one.
      fetchPolicy="no-cache"
      what="the records"
      rowHeight={ROW_HEIGHT}
    >
      {({ recordsToReplay: found }) =>
        found.length === 0 ? (
          <EmptyState
            icon={<Search size={20} />}
            text="No record has this number or word. Deleted ones are found by number, such as “policy 800”."
          />
        ) : (
          <ul className="found-list">
            {found.map(({ record, id, name, detail, isDeleted }) => (
              <RecordRow
                key={`${record}-${id}`}
                {...{ record, id, name }}
                detail={detailOf(record, detail)}
                state={isDeleted && <Badge tone="bad">Deleted</Badge>}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  </section>
);

/** Of which kind it is, unless that is said. */
const detailOf = (record: ReplayedRecord, detail: string | null): string => {
  const kind = labelOf(record);
  return detail?.startsWith(kind) ? detail : [kind, detail].filter(Boolean).join(' · ');
};

const DeletedLately = () => (
  <section className="panel-card replay-card" aria-labelledby="deleted-lately">
    <h2 id="deleted-lately">Deleted lately</h2>
    <Loaded
      query={operation(DeletedRecordsDocument, {})}
      fetchPolicy="no-cache"
      what="the deleted records"
      rowHeight={ROW_HEIGHT}
    >
      {({ deletedRecords }) =>
        deletedRecords.length === 0 ? (
          <EmptyState icon={<History size={20} />} text="No record has been deleted yet" />
        ) : (
          <ul className="found-list">
            {deletedRecords.map(({ record, id, name, at, actor }) => (
              <RecordRow
                key={`${record}-${id}`}
                {...{ record, id, name }}
                detail={`${labelOf(record)} ${id} · by ${actor.username} · ${formatInstant(at)}`}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  </section>
);

interface RecordRowProps {
  record: ReplayedRecord;
  id: number;
  name: string;
  detail: string;
  state?: ReactNode;
}

function RecordRow({ record, id, ...row }: RecordRowProps) {
  const Icon = RECORD_ICONS[record];
  return (
    <FoundRow
      {...row}
      to={replayAddress(record, id)}
      sign={
        <span className="replay-icon" aria-hidden="true">
          <Icon size={16} />
        </span>
      }
    />
  );
}
