import { RemindersScreen } from '../features/reminders/RemindersScreen';
import { codeOf } from '../ui/code';
import { lazyDrawer } from '../ui/lazyDialog';
import { lazyComponent } from '../ui/lazyPart';

const DuePolicyPanel = lazyDrawer(() => import('../features/policies/DuePolicyPanel'));
const RenewalBoard = lazyComponent(codeOf(() => import('../features/renewals/RenewalBoard')));

const VIEWS_OF_OTHERS = [{ id: 'board', label: 'Board', Panel: RenewalBoard }];

/** The reminders, and what other features show of the same renewals: views, and a policy's panel. */
export default function RemindersPage() {
  return <RemindersScreen more={VIEWS_OF_OTHERS} PolicyPanel={DuePolicyPanel} />;
}
