import { People } from '@blueprintjs/icons';
import { describeList } from '@insuremanager/contracts/fields/list';
import { Avatar } from '../../ui/Avatar';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { columnsOf, QUIET } from '../../ui/list/columns';
import type { Column, TableDesign } from '../../ui/list/listDesign';
import { StatusBadge } from '../../ui/StatusBadge';
import type { User } from './user';

const PASSWORD_ONLY = 'Password only';

type UserColumn = Column<User, 'username'>;
const column = columnsOf<User, 'username'>();

const user: UserColumn = {
  key: 'user',
  label: 'User',
  room: { cut: ({ username, email }) => longer(username, email), least: 160, extra: 40 },
  height: 40,
  className: 'icon-cell',
  title: ({ username, email }) => `${username}, ${email}`,
  render: ({ username, email }) => (
    <>
      <Avatar name={username} />
      <span className="two-lines">
        <span className="record-name ellipsis" dir="auto">
          {username}
        </span>
        <span className="muted ellipsis">{email}</span>
      </span>
    </>
  ),
};
const role = column.badge('role', 'Role', (one) => ['ended', labelOf(one.role)]);
const status: UserColumn = {
  key: 'status',
  label: 'Status',
  room: { badges: (one) => [labelOf(one.status)] },
  render: (one) => <StatusBadge status={one.status} />,
};
const twoFactor: UserColumn = {
  key: 'two-factor',
  label: '2FA',
  room: { cut: (one) => describeFactors(one) ?? PASSWORD_ONLY, least: 96 },
  className: 'ellipsis',
  render: (one) => describeFactors(one) ?? <span className="quiet">{PASSWORD_ONLY}</span>,
};
const lastSignIn = column.whole(
  'last-sign-in',
  'Last sign-in',
  ({ lastSignInAt }) => lastSignInAt && formatInstant(lastSignInAt),
  QUIET,
);
const sessions = column.whole('sessions', 'Sessions', ({ openSessions }) =>
  openSessions > 0 ? `${openSessions} open` : null,
);

const longer = (a: string, b: string): string => (a.length > b.length ? a : b);

/** What a user has beside the password; null: nothing. */
export function describeFactors({ isTwoFactorEnabled, passkeys }: User): string | null {
  const factors = [
    isTwoFactorEnabled && '2FA',
    passkeys > 0 && `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`,
  ];
  return factors.filter(Boolean).join(', ') || null;
}

/** Users are few: they are listed whole, by username. */
export const USER_LIST: TableDesign<User, 'username'> = {
  type: { one: 'user', many: 'users', nameOf: ({ username }) => username },
  label: 'Users',
  names: { one: 'user', many: 'users' },
  className: 'user-table',
  columns: [user, role, status, twoFactor, lastSignIn, sessions],
  list: describeList({
    criteria: {},
    sorts: ['username'],
    usualSort: 'username',
    descending: [],
  }),
  rowHeights: { wide: 56, medium: 72 },
  stacks: [['user'], ['role', 'status'], ['last-sign-in', 'two-factor']],
  card: [['user'], ['role', 'status'], ['two-factor', 'last-sign-in']],
  icon: <People size={20} />,
};
