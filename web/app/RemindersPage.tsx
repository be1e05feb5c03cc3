import { lazy } from 'react';
import { RemindersScreen } from '../features/reminders/RemindersScreen';

const RenewalBoard = lazy(async () => {
  const { RenewalBoard: Board } = await import('../features/renewals/RenewalBoard');
  return { default: () => <Board /> };
});

/** What other features show of the renewals that are reminded of. */
const MORE = [{ id: 'board', label: 'Board', Panel: RenewalBoard }];

/** The reminders, and beside them the views that other features have of the same renewals. */
export default function RemindersPage() {
  return <RemindersScreen more={MORE} />;
}
