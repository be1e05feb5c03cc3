import { operation } from '../../data/operation';
import { ReminderSettingsDocument } from '../../data/operations.generated';
import { Loaded } from '../../ui/record/Loaded';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { useAddress } from '../../ui/useAddress';
import { SettingsForm } from './SettingsForm';

/** When the calendar asks for reminders, as long as the address says `settings`. */
export function SettingsDialog() {
  const { params, close } = useAddress();
  if (params.get('settings') !== '1') return null;
  const onClose = () => close('settings');
  return (
    <RecordDialog title="Reminder Settings" onClose={onClose}>
      {(markUnsaved) => (
        <Loaded
          query={operation(ReminderSettingsDocument, {})}
          fetchPolicy="no-cache"
          what="the settings"
          rowHeight={56}
        >
          {({ reminderSettings }) => (
            <SettingsForm opened={reminderSettings} markUnsaved={markUnsaved} onClose={onClose} />
          )}
        </Loaded>
      )}
    </RecordDialog>
  );
}
