import { RemindersScreen } from '../features/reminders/RemindersScreen';
import { codeOf } from '../ui/code';
import { lazyComponent } from '../ui/lazyPart';

const RenewalBoard = lazyComponent(codeOf(() => import('../features/renewals/RenewalBoard')));

const VIEWS_OF_OTHERS = [{ id: 'board', label: 'Board', Panel: RenewalBoard }];

/** The reminders, and beside them the views that other features have of the same renewals. */
export default function RemindersPage() {
  return <RemindersScreen more={VIEWS_OF_OTHERS} />;
}
