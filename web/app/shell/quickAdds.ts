import { useLocation, useNavigate } from 'react-router';
import { OPENED_HERE, recordAt } from '../../records/addresses';
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
  const location = useLocation();
  const { open } = useAddress();
  const isAllowed = useAllowedOf(NEEDS);
  return {
    items: QUICK_ADDS.filter(({ label }) => isAllowed(label)),
    add({ path, parameter }: QuickAddItem): void {
      holdKeysForForm();
      // On the screen itself, its search and filters stay.
      if (location.pathname === path) {
        open({ [parameter]: '1' });
        return;
      }
      const asked = new URLSearchParams({ [parameter]: '1' });
      const shown = recordAt(location);
      // What is added is of the customer whose record is open, unless another one is chosen.
      if (shown?.kind === 'customer') asked.set('customerId', String(shown.id));
      navigate(`${path}?${asked}`, { state: OPENED_HERE });
    },
  };
}
