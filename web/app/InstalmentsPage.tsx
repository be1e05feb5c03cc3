import { begin, InstalmentsScreen } from '../features/instalments/InstalmentsScreen';
import { lazyDrawer } from '../ui/lazyDialog';

export { begin };

const DuePolicyPanel = lazyDrawer(() => import('../features/policies/DuePolicyPanel'));

/** The premiums that are due, with the policies' own panel beside them. */
export default function InstalmentsPage() {
  return <InstalmentsScreen PolicyPanel={DuePolicyPanel} />;
}
