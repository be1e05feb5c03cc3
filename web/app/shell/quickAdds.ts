import { Calculator, DriveTime, Heart, People, Upload } from '@blueprintjs/icons';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import type { ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Needs, useAllowedOf } from '../../ui/allowed';
import { useAddress } from '../../ui/useAddress';

export interface QuickAddItem {
  label: string;
  icon: ComponentType;
  /** The key that opens its form, where there is one. */
  letter?: string;
  /** The screen, and the parameter of its address that opens the dialog. */
  path: string;
  parameter: string;
  needs: Permission;
}

/** What can be added from anywhere. */
export const QUICK_ADDS: readonly QuickAddItem[] = [
  {
    label: 'Customer',
    icon: People,
    letter: 'C',
    path: '/customers',
    parameter: 'add',
    needs: 'customers.write',
  },
  {
    label: 'Health Policy',
    icon: Heart,
    letter: 'P',
    path: '/health-insurance',
    parameter: 'add',
    needs: 'policies.write',
  },
  {
    label: 'Vehicle Policy',
    icon: DriveTime,
    letter: 'V',
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
    letter: 'Q',
    path: '/quotations',
    parameter: 'add',
    needs: 'quotations.write',
  },
];

const NEEDS: Needs<string> = Object.fromEntries(
  QUICK_ADDS.map(({ label, needs }) => [label, needs]),
);

/** What the user may add, and how. */
export function useQuickAdds() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { open } = useAddress();
  const isAllowed = useAllowedOf(NEEDS);
  return {
    items: QUICK_ADDS.filter(({ label }) => isAllowed(label)),
    add({ path, parameter }: QuickAddItem): void {
      // On the screen itself, its search and filters stay.
      if (pathname === path) open({ [parameter]: '1' });
      else navigate(`${path}?${parameter}=1`, { state: { openedHere: true } });
    },
  };
}
