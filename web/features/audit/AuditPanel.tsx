import { MenuItem } from '@blueprintjs/core';
import { EyeOpen, Filter, FolderOpen, History } from '@blueprintjs/icons';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { RenewalOwnersDocument } from '../../data/operations.generated';
import { addressOfRecord, OPENED_HERE, type RecordKey } from '../../records/addresses';
import { CustomerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { Choices, DayBound, type FilterInput } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { useTable } from '../../ui/list/useListScreen';
import { isReplayed, replayAddress } from '../../ui/record/replayAddress';
import { SelectField } from '../../ui/SelectField';
import { useAddress } from '../../ui/useAddress';
import { AuditEntryDrawer } from './AuditEntryDrawer';
import { addressedBy } from './addressedBy';
import { AUDIT_LIST, type AuditCriteria, type AuditEntry } from './auditListDesign';

const advancedSearch = (form: FilterForm<AuditCriteria>) => (
  <>
    <UserCriterion {...form.of('userId')} />
    <CustomerCriterion {...form.of('customerId')} />
    <Choices {...form.of('kinds')} />
    <div className="advanced-search-pair">
      <DayBound {...form.of('from')} />
      <DayBound {...form.of('to')} />
    </div>
  </>
);

/** Who signed in, who was let do what, who looked at what: newest first. */
export default function AuditPanel() {
  const navigate = useNavigate();
  const { params, open, openBeside, close } = useAddress();
  const { filter, screen, list, menu } = useTable(AUDIT_LIST);
  const nameOf = useUsernames();
  const customer = useCustomer(filter.customerId ?? null);
  const view = useCallback(({ id }: AuditEntry) => openBeside('entry', id), [openBeside]);
  const opened = params.get('entry');
  const openRecord = (record: RecordKey) =>
    void navigate(addressOfRecord(record), { state: OPENED_HERE });

  return (
    <ListScreen
      {...screen}
      advancedSearch={advancedSearch}
      names={{
        userId: filter.userId === undefined ? undefined : nameOf(filter.userId),
        customerId: customer?.name,
      }}
    >
      <RecordList {...list} openId={opened} onOpen={view} />
      <RowMenu {...menu}>
        {(entry) => {
          const record = addressedBy(entry);
          const { recordKind: kind, recordId } = entry;
          const { userId, username } = entry.actor;
          return (
            <>
              <MenuItem text="View" icon={<EyeOpen />} onClick={() => view(entry)} />
              <MenuItem
                text={`Only ${username}`}
                icon={<Filter />}
                onClick={() => open({ userId: String(userId), row: null })}
              />
              {entry.recordKind === 'customer' && (
                <MenuItem
                  text="Only This Customer"
                  icon={<Filter />}
                  onClick={() => open({ customerId: String(entry.recordId), row: null })}
                />
              )}
              {isReplayed(kind) && recordId !== null && (
                <MenuItem
                  text="Replay Record"
                  icon={<History />}
                  onClick={() => void navigate(replayAddress(kind, recordId))}
                />
              )}
              {record && (
                <MenuItem
                  text="Open Record"
                  icon={<FolderOpen />}
                  onClick={() => openRecord(record)}
                />
              )}
            </>
          );
        }}
      </RowMenu>
      <AuditEntryDrawer
        entry={list.pages.items?.find(({ id }) => id === opened)}
        isOpen={opened !== null}
        onClose={() => close('entry')}
      />
    </ListScreen>
  );
}

/** Users by their number; those who may not sign in any more go by it alone. */
function useUsernames(): (id: number) => string {
  const { users, former } = useActiveUsers();
  return (id) => users.find((user) => user.id === id)?.username ?? former;
}

const ACTIVE_USERS = operation(RenewalOwnersDocument, {});

function useActiveUsers() {
  const { data } = useGatewayQuery(ACTIVE_USERS);
  /** What somebody is called who is not among them; nothing until they are known. */
  const former = data ? 'Former user' : '';
  return { users: data?.renewalOwners ?? [], former };
}

function UserCriterion({ label, value, onChange }: FilterInput<number>) {
  const { users, former } = useActiveUsers();
  const options = users.map(({ id, username }) => ({ value: id, label: username }));
  const isListed = value === undefined || users.some(({ id }) => id === value);
  return (
    <SelectField
      label={label}
      hint="The person who did it, or whose account was changed"
      options={[
        { value: '', label: 'Anyone' },
        ...options,
        ...(isListed ? [] : [{ value, label: former }]),
      ]}
      value={value ?? ''}
      onChange={(id) => onChange(Number(id) || null)}
    />
  );
}
