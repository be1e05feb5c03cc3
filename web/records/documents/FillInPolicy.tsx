import { Form } from '@blueprintjs/icons';
import { useState } from 'react';
import { useAllowed } from '../../ui/allowed';
import { IconButton } from '../../ui/IconButton';
import { rareDialog } from '../../ui/lazyDialog';
import type { ListedDocument } from './document';
import { mayBeSchedule } from './schedule';

const ScheduleDialog = rareDialog(() => import('./ScheduleDialog'));

/** The button of a document from which a policy can be filled in; nothing for others. */
export function FillInPolicy({ document }: { document: ListedDocument }) {
  const canAdd = useAllowed('policies.write');
  const [isOpen, setOpen] = useState(false);
  if (!canAdd || document.customer === null || !mayBeSchedule(document)) return null;
  return (
    <>
      <IconButton
        text={`Fill in a policy from ${document.fileName}`}
        icon={<Form />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ScheduleDialog document={document} onClose={() => setOpen(false)} />}
    </>
  );
}
