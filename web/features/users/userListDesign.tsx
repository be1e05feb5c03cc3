import { People } from '@blueprintjs/icons';
import { describeList } from '@insuremanager/contracts/fields/list';
import { Avatar } from '../../ui/Avatar';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { NOTHING } from '../../ui/list/columns';
import type { Column, TableDesign } from '../../ui/list/listDesign';
import { Badge, StatusBadge } from '../../ui/StatusBadge';
import type { User } from './user';
import './userTable.css';

type UserColumn = Column<User, 'username'>;

const user: UserColumn = {
  key: 'user',
  label: 'User',
  className: 'icon-cell',
  title: ({ username, email }) => `${username}, ${email}`,
  render: ({ username, email }) => (
    <>
      <Avatar name={username} />
      <span className="two-lines">
        <span className="record-name ellipsis">{username}</span>
        <span className="muted ellipsis">{email}</span>
      </span>
    </>
  ),
};
const role: UserColumn = {
  key: 'role',
  label: 'Role',
  render: (one) => <Badge tone="ended">{labelOf(one.role)}</Badge>,
};
const status: UserColumn = {
  key: 'status',
  label: 'Status',
  render: (one) => <StatusBadge status={one.status} />,
};
const twoFactor: UserColumn = {
  key: 'two-factor',
  label: '2FA',
  render: (one) => describeFactors(one) ?? <span className="quiet">Password only</span>,
};
const lastSignIn: UserColumn = {
  key: 'last-sign-in',
  label: 'Last sign-in',
  className: 'tabular quiet ellipsis',
  render: ({ lastSignInAt }) => (lastSignInAt ? formatInstant(lastSignInAt) : NOTHING),
};
const sessions: UserColumn = {
  key: 'sessions',
  label: 'Sessions',
  className: 'tabular',
  render: ({ openSessions }) => (openSessions > 0 ? `${openSessions} open` : NOTHING),
};

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
  nouns: { one: 'user', many: 'users' },
  className: 'user-table',
  columns: [user, role, status, twoFactor, lastSignIn, sessions],
  list: describeList({
    criteria: {},
    sorts: ['username'],
    usualSort: 'username',
    descending: [],
  }),
  rowHeights: { wide: 56, medium: 72, card: 112 },
  icon: <People size={20} />,
};
