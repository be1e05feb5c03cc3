import { lazy } from 'react';
import { RemindersScreen } from '../features/reminders/RemindersScreen';

const VIEWS_OF_OTHERS = [
  { id: 'board', label: 'Board', Panel: lazy(() => import('../features/renewals/RenewalBoard')) },
];

/** The reminders, and beside them the views that other features have of the same renewals. */
export default function RemindersPage() {
  return <RemindersScreen more={VIEWS_OF_OTHERS} />;
}
