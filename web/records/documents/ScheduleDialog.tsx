import { Dialog } from '@blueprintjs/core';
import { useReturnFocus } from '../../ui/useReturnFocus';
import { ScheduleOffer, type ScheduleOfferProps } from './ScheduleOffer';

/** The offer to fill in a policy, for a document that has been there before. */
export default function ScheduleDialog(props: Omit<ScheduleOfferProps, 'isNew'>) {
  useReturnFocus();
  return (
    <Dialog
      isOpen
      title="Fill In a Policy"
      onClose={props.onClose}
      canOutsideClickClose={false}
      className="record-dialog"
    >
      <ScheduleOffer {...props} isNew={false} />
    </Dialog>
  );
}
