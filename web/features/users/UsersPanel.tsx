import { Button, Intent, MenuItem } from '@blueprintjs/core';
import { Edit, EyeOpen, Plus } from '@blueprintjs/icons';
import { useCallback, useMemo, useState } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import { UsersDocument } from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { NO_MARKS } from '../../data/rowMarks';
import type { RecordPages } from '../../data/useRecordPages';
import { idIn } from '../../ui/list/addressValues';
import { ListFrame } from '../../ui/list/ListFrame';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { SearchBox } from '../../ui/list/SearchBox';
import { useAddress } from '../../ui/useAddress';
import { ConfirmAction } from './ConfirmAction';
import { type Invitation, InvitationDialog } from './InvitationDialog';
import { InviteDialog } from './InviteDialog';
import { UserDialog } from './UserDialog';
import { UserDrawer } from './UserDrawer';
import type { User } from './user';
import { actionsFor, USER_ACTIONS, type UserAction } from './userActions';
import { USER_LIST } from './userListDesign';
import { useUserAction } from './useUserAction';

const ASKED = operation(UsersDocument, {});
const NO_FILTER = {};
const BY_USERNAME = { sort: 'username', direction: 'asc' } as const;

/** Everybody who can sign in, and as what. */
export default function UsersPanel() {
  const { params, open, openBeside, close } = useAddress();
  const search = params.get('q') ?? '';
  const { users, pages } = useUsers(search);
  const [menu, setMenu] = useState<OpenMenu<User> | null>(null);
  const [asked, setAsked] = useState<{ action: UserAction; user: User } | null>(null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const send = useUserAction(setInvitation);
  const find = (name: string) => users?.find(({ id }) => id === idIn(params, name));

  const view = useCallback(({ id }: User) => openBeside('user', id), [openBeside]);
  const edit = ({ id }: User) => open({ edit: String(id) });
  const act = (action: UserAction, user: User) => {
    if (USER_ACTIONS[action].question) setAsked({ action, user });
    else void send(action, user);
  };
  const items = (user: User) =>
    actionsFor(user).map((action) => (
      <MenuItem
        key={action}
        text={USER_ACTIONS[action].label}
        intent={action === 'disable' ? Intent.DANGER : Intent.NONE}
        onClick={() => act(action, user)}
      />
    ));

  const opened = find('user');
  const edited = find('edit');
  return (
    <ListFrame
      label="Users"
      toolbar={
        <>
          <div className="page-toolbar-filters">
            <SearchBox
              search={search}
              label="Search users"
              placeholder="Search by username or email"
            />
          </div>
          <Button
            intent={Intent.PRIMARY}
            icon={<Plus />}
            className="add-button"
            onClick={() => open({ add: '1' })}
          >
            Invite User
          </Button>
        </>
      }
    >
      <RecordList
        design={USER_LIST}
        pages={pages}
        filter={NO_FILTER}
        sorting={BY_USERNAME}
        isFiltered={search !== ''}
        firstRow={0}
        openId={idIn(params, 'user')}
        onOpen={view}
        onMenu={setMenu}
      />
      <RowMenu type={USER_LIST.type} menu={menu} onClose={() => setMenu(null)}>
        {(user) => (
          <>
            <MenuItem text="View" icon={<EyeOpen />} onClick={() => view(user)} />
            <MenuItem text="Edit" icon={<Edit />} onClick={() => edit(user)} />
            {items(user)}
          </>
        )}
      </RowMenu>
      <UserDrawer
        user={opened}
        isOpen={params.has('user')}
        onEdit={edit}
        moreActions={opened && items(opened)}
        onClose={() => close('user')}
      />
      {params.get('add') === '1' && (
        <InviteDialog onLink={setInvitation} onClose={() => close('add')} />
      )}
      {invitation && <InvitationDialog {...invitation} onClose={() => setInvitation(null)} />}
      {edited && <UserDialog key={edited.id} user={edited} onClose={() => close('edit')} />}
      {asked && (
        <ConfirmAction
          {...asked}
          onConfirm={async () => {
            if (await send(asked.action, asked.user)) setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </ListFrame>
  );
}

/** All users, and those that the search finds as the list takes a page that is all there is. */
function useUsers(search: string) {
  const { data, error, retry } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const users = data?.users as readonly User[] | undefined;
  const failure = error && !users ? sentenceOf(error, 'Failed to fetch users') : null;
  const pages = useMemo((): RecordPages<User> => {
    const part = search.trim().toLowerCase();
    const items = users?.filter(({ username, email }) =>
      [username, email.toLowerCase()].some((text) => text.includes(part)),
    );
    return {
      items,
      count: items ? { count: items.length, exact: true } : null,
      isChanging: false,
      failure,
      retry,
      hasMore: false,
      isMoreFailed: false,
      loadMore: () => {},
      marks: NO_MARKS,
      reload: async () => retry(),
      loadFirst: async (most) => (items ?? []).slice(0, most),
    };
  }, [users, search, failure, retry]);
  return { users, pages };
}
