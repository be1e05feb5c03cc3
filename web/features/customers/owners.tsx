import { Button, ButtonGroup } from '@blueprintjs/core';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useGatewayQuery } from '../../data/operation';
import type { CustomerOwnersQuery } from '../../data/operations.generated';
import { OWNERS } from '../../records/customers/useOwnerName';
import { useCurrentUser } from '../../session/SessionProvider';
import { usersToChoose } from '../../ui/labels';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { addressOfFilter, type FilterValues } from '../../ui/list/listFilter';
import { SelectField } from '../../ui/SelectField';
import { useAddress } from '../../ui/useAddress';
import './owners.css';

export type Owner = CustomerOwnersQuery['customerOwners'][number];

const NOBODY = 'nobody';

type CustomerCriteria = typeof customerList.criteria;

/** The users who can have customers, by username; undefined until they are known. */
const Owners = createContext<readonly Owner[] | undefined>(undefined);

/** Lets the parts of a screen know whose customers there are. */
export function OwnersProvider({ children }: { children: ReactNode }) {
  const { data } = useGatewayQuery(OWNERS);
  return <Owners value={data?.customerOwners}>{children}</Owners>;
}

export function useOwners() {
  const known = use(Owners);
  return useMemo(() => {
    const owners = known ?? [];
    return {
      owners,
      /** Where one user has all customers, nobody is asked whose they are. */
      areSeveral: owners.length > 1,
      nameOf: (id: number): string =>
        known ? (known.find((one) => one.id === id)?.username ?? 'Former user') : '',
    };
  }, [known]);
}

/** Whose customer it is, where there are several users; short, so that it costs names no room. */
export function OwnerChip({ ownerId }: { ownerId: number | null }) {
  const { areSeveral, nameOf } = useOwners();
  if (!areSeveral || ownerId === null) return null;
  const name = nameOf(ownerId);
  return (
    <span className="owner-chip" title={`Owner: ${name}`}>
      <span className="visually-hidden">Owner: {name}</span>
      <span aria-hidden="true">{name.slice(0, 2)}</span>
    </span>
  );
}

interface OwnerSelectProps {
  label: string;
  /** Null: nobody. Undefined: none is chosen. */
  value: number | null | undefined;
  /** What is said when none is chosen. */
  none: string;
  error?: string | undefined;
  onChange: (value: number | null | undefined) => void;
}

/** One of the owners, or nobody. */
export function OwnerSelect({ label, value, none, error, onChange }: OwnerSelectProps) {
  const { owners } = useOwners();
  const options = [
    { value: '', label: none },
    ...usersToChoose(owners),
    { value: NOBODY, label: 'No owner' },
  ];
  const chosen = value === null ? NOBODY : String(value ?? '');
  const ownerOf = (text: string): number | null | undefined => {
    if (text === NOBODY) return null;
    return text === '' ? undefined : Number(text);
  };
  return (
    <SelectField
      {...{ label, error, options }}
      value={chosen}
      onChange={(text) => onChange(ownerOf(text))}
    />
  );
}

/** The owner in the Advanced Search. */
export function OwnerCriterion({ form }: { form: FilterForm<CustomerCriteria> }) {
  const { areSeveral } = useOwners();
  const owner = form.of('ownerId');
  const nobody = form.of('withoutOwner');
  if (!areSeveral) return null;
  return (
    <OwnerSelect
      label={owner.label}
      none="Anyone"
      value={nobody.value ? null : owner.value}
      onChange={(value) => {
        owner.onChange(value ?? null);
        nobody.onChange(value === null ? true : null);
      }}
    />
  );
}

/** All customers, the user's own, or those of nobody, in one step. */
export function BookFilter({ filter }: { filter: FilterValues<CustomerCriteria> }) {
  const { id } = useCurrentUser();
  const { areSeveral, owners } = useOwners();
  const { open } = useAddress();
  if (!areSeveral) return null;
  const books = [
    { label: 'All', own: {}, isChosen: !filter.ownerId && !filter.withoutOwner },
    ...(owners.some((one) => one.id === id)
      ? [{ label: 'My customers', own: { ownerId: id }, isChosen: filter.ownerId === id }]
      : []),
    {
      label: 'Without owner',
      own: { withoutOwner: true },
      isChosen: filter.withoutOwner === true,
    },
  ];
  const { ownerId: _owner, withoutOwner: _nobody, ...others } = filter;
  return (
    <ButtonGroup className="book-filter" aria-label="Whose customers" role="group">
      {books.map(({ label, own, isChosen }) => (
        <Button
          key={label}
          size="small"
          active={isChosen}
          aria-pressed={isChosen}
          onClick={() =>
            open({ ...addressOfFilter(customerList, { ...others, ...own }), row: null })
          }
        >
          {label}
        </Button>
      ))}
    </ButtonGroup>
  );
}
