import { HTMLSelect } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { useMemo } from 'react';
import { today } from '../../data/pastDay';
import { InsurerFilter } from '../../records/policies/InsurerFilter';
import type { Owner } from '../../records/renewals/useOwners';
import { useCurrentUser } from '../../session/SessionProvider';
import { IconButton } from '../../ui/IconButton';
import { optionsOf } from '../../ui/labels';
import { useAddress } from '../../ui/useAddress';
import { type BoardFilter, monthOptions } from './boardFilter';

interface BoardFiltersProps {
  filter: BoardFilter;
  owners: readonly Owner[];
}

const NOTHING = { month: null, owner: null, insurer: null, kind: null };

/** What the board shows, each remembered in the address. */
export function BoardFilters({ filter, owners }: BoardFiltersProps) {
  const { change } = useAddress();
  const { username: own } = useCurrentUser();
  const months = useMemo(() => monthOptions(today(), filter.month), [filter.month]);
  const isFiltered = Object.entries(filter).some(([, value]) => value !== null && value !== '');
  return (
    <fieldset className="renewal-filters">
      <legend className="visually-hidden">Filters of the board</legend>
      <HTMLSelect
        aria-label="Month"
        options={months}
        value={filter.month ?? ''}
        onChange={({ currentTarget: { value } }) => change({ month: value || null })}
      />
      <HTMLSelect
        aria-label="Kind"
        options={[{ value: '', label: 'Both kinds' }, ...optionsOf(POLICY_KINDS)]}
        value={filter.kind ?? ''}
        onChange={({ currentTarget: { value } }) => change({ kind: value || null })}
      />
      <HTMLSelect
        aria-label="Owner"
        options={[
          { value: '', label: 'Any owner' },
          { value: 'none', label: 'No owner' },
          ...owners.map(({ id, username }) => ({
            value: String(id),
            label: username === own ? `${username} (me)` : username,
          })),
        ]}
        value={String(filter.owner ?? '')}
        onChange={({ currentTarget: { value } }) => change({ owner: value || null })}
      />
      <InsurerFilter insurer={filter.insurer} onChange={(insurer) => change({ insurer })} />
      {isFiltered && (
        <IconButton text="Clear all" icon={<Cross />} onClick={() => change(NOTHING)} />
      )}
    </fieldset>
  );
}
