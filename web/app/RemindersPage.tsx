import { RemindersScreen } from '../features/reminders/RemindersScreen';

/** The reminders, and beside them the views that other features have of the same renewals. */
export default function RemindersPage() {
  return <RemindersScreen />;
}
