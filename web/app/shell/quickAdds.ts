import { useLocation, useNavigate } from 'react-router';
import { type Needs, useAllowedOf } from '../../ui/allowed';
import { holdKeysForForm } from '../../ui/keysForForm';
import { useAddress } from '../../ui/useAddress';
import { QUICK_ADDS, type QuickAddItem } from '../screens';

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
      holdKeysForForm();
      // On the screen itself, its search and filters stay.
      if (pathname === path) open({ [parameter]: '1' });
      else navigate(`${path}?${parameter}=1`, { state: { openedHere: true } });
    },
  };
}
