import { Button, InputGroup } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton';
import { FormField } from './FormField';
import { RecordDialog } from './record/RecordDialog';

interface TakenTextDialogProps {
  title: string;
  label: string;
  text: string;
  /** As in "Copy the link". */
  what: string;
  onClose: () => void;
  /** What it is for. */
  children: ReactNode;
}

/** A text that is shown once, to be taken elsewhere: it is chosen as soon as it is there. */
export const TakenTextDialog = (props: TakenTextDialogProps) => (
  <RecordDialog title={props.title} onClose={props.onClose}>
    {() => (
      <>
        <div className="record-form-fields">
          <p>{props.children}</p>
          <FormField label={props.label}>
            {({ intent: _intent, ...field }) => (
              <InputGroup
                {...field}
                readOnly
                autoFocus
                value={props.text}
                onFocus={({ currentTarget }) => currentTarget.select()}
                rightElement={<CopyButton text={props.text} what={props.what} />}
              />
            )}
          </FormField>
        </div>
        <footer className="record-form-foot">
          <Button onClick={props.onClose}>Close</Button>
        </footer>
      </>
    )}
  </RecordDialog>
);
