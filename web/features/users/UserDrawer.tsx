import { Button } from '@blueprintjs/core';
import { Edit, People } from '@blueprintjs/icons';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { Drawer } from '../../ui/Drawer';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { EmptyState } from '../../ui/list/EmptyState';
import { MoreActions } from '../../ui/list/RowMenu';
import { type DetailGroup, Details } from '../../ui/record/Details';
import { StatusBadge } from '../../ui/StatusBadge';
import { ROLE_HINTS } from './roles';
import type { User } from './user';
import { describeFactors } from './userListDesign';

interface UserDrawerProps {
  /** Undefined: there is none of that number, or they are on their way. */
  user: User | undefined;
  isOpen: boolean;
  onEdit: (user: User) => void;
  /** Items of a menu. */
  moreActions: ReactNode;
  onClose: () => void;
}

/** A user beside the list: who they are, how they come in, and what can be done about it. */
export function UserDrawer({ user, isOpen, onEdit, moreActions, onClose }: UserDrawerProps) {
  // Who was open stays while the drawer slides out.
  const shown = useRef(user);
  if (isOpen) shown.current = user;
  const { current } = shown;
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      title={current?.username ?? 'User'}
      avatar={current && <Avatar name={current.username} size="large" />}
      subtitle={current && <StatusBadge status={current.status} />}
      actions={
        current && (
          <>
            <Button icon={<Edit />} onClick={() => onEdit(current)}>
              Edit
            </Button>
            <MoreActions of={current.username}>{moreActions}</MoreActions>
          </>
        )
      }
    >
      {current ? (
        <Details groups={groupsOf(current)} />
      ) : (
        <EmptyState icon={<People size={20} />} text="User not found" />
      )}
    </Drawer>
  );
}

const groupsOf = (user: User): DetailGroup[] => [
  {
    heading: 'User',
    rows: [
      { label: 'Username', value: user.username },
      { label: 'Email', value: user.email },
      {
        label: 'Role',
        value: (
          <span className="two-lines">
            <span>{labelOf(user.role)}</span>
            <span className="muted">{ROLE_HINTS[user.role]}</span>
          </span>
        ),
      },
      { label: 'Since', value: formatInstant(user.createdAt) },
      ...(user.invitationExpiresAt
        ? [{ label: 'Invitation until', value: formatInstant(user.invitationExpiresAt) }]
        : []),
    ],
  },
  {
    heading: 'Access',
    rows: [
      { label: 'Second factor or passkeys', value: describeFactors(user) ?? 'Nothing' },
      { label: 'Last sign-in', value: user.lastSignInAt && formatInstant(user.lastSignInAt) },
      { label: 'Open sessions', value: String(user.openSessions) },
      {
        label: 'Activity',
        value: <Link to={`/settings/audit?userId=${user.id}`}>Audit log of {user.username}</Link>,
      },
    ],
  },
];
