import { Button, Intent, MenuItem } from '@blueprintjs/core';
import { Calculator, DriveTime, Heart, People, Plus, Upload } from '@blueprintjs/icons';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import type { ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ActionMenu } from '../../ui/ActionMenu';
import { type Needs, useAllowedOf } from '../../ui/allowed';
import { Flyout } from '../../ui/Flyout';
import { useAddress } from '../../ui/useAddress';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';

interface QuickAddItem {
  label: string;
  icon: ComponentType;
  /** The screen, and the parameter of its address that opens the dialog. */
  path: string;
  parameter: string;
  needs: Permission;
}

/** What can be added from anywhere. */
const QUICK_ADDS: QuickAddItem[] = [
  {
    label: 'Customer',
    icon: People,
    path: '/customers',
    parameter: 'add',
    needs: 'customers.write',
  },
  {
    label: 'Health Policy',
    icon: Heart,
    path: '/health-insurance',
    parameter: 'add',
    needs: 'policies.write',
  },
  {
    label: 'Vehicle Policy',
    icon: DriveTime,
    path: '/vehicle-insurance',
    parameter: 'add',
    needs: 'policies.write',
  },
  {
    label: 'Upload Document',
    icon: Upload,
    path: '/documents',
    parameter: 'upload',
    needs: 'documents.write',
  },
  {
    label: 'Quotation',
    icon: Calculator,
    path: '/quotations',
    parameter: 'add',
    needs: 'quotations.write',
  },
];

const NEEDS: Needs<string> = Object.fromEntries(
  QUICK_ADDS.map(({ label, needs }) => [label, needs]),
);

/** Adds a record from wherever one is. */
export function QuickAdd() {
  const navigate = useNavigate();
  const location = useLocation();
  const { open } = useAddress();
  const isPhone = useMediaQuery(PHONE);
  const isAllowed = useAllowedOf(NEEDS);
  const items = QUICK_ADDS.filter(({ label }) => isAllowed(label));
  if (items.length === 0) return null;

  const add = ({ path, parameter }: QuickAddItem) => {
    // On the screen itself, its search and filters stay.
    if (location.pathname === path) open({ [parameter]: '1' });
    else navigate(`${path}?${parameter}=1`, { state: { openedHere: true } });
  };
  const menu = (
    <ActionMenu label="Quick Add">
      {items.map((item) => (
        <MenuItem
          key={item.label}
          text={item.label}
          icon={<item.icon />}
          onClick={() => add(item)}
        />
      ))}
    </ActionMenu>
  );
  return (
    <Flyout content={menu} placement="bottom-end">
      <Button
        icon={<Plus />}
        aria-label="Quick Add"
        variant="outlined"
        intent={Intent.PRIMARY}
        text={isPhone ? undefined : 'Quick Add'}
      />
    </Flyout>
  );
}
