import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { HistoryPanel } from '../../../ui/record/HistoryPanel';
import { useReturnFocus } from '../../../ui/useReturnFocus';
import { CUSTOMER } from '../customer';
import type { Named } from './useMerging';

interface FormerHistoryProps {
  of: Named;
  onClose: () => void;
}

/** All that happened under a number that leads to another customer by now. */
export default function FormerHistory({ of: { id, name }, onClose }: FormerHistoryProps) {
  useReturnFocus();
  return (
    <Dialog isOpen title={`${name} (${id})`} onClose={onClose}>
      <DialogBody>
        <HistoryPanel type={CUSTOMER} id={id} formatValue={CUSTOMER.formatValue} />
      </DialogBody>
      <DialogFooter actions={<Button onClick={onClose}>Close</Button>} />
    </Dialog>
  );
}
