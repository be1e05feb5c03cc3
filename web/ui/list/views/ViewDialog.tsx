import { Checkbox, InputGroup } from '@blueprintjs/core';
import { LONGEST_VIEW_NAME, type ViewedList } from '@insuremanager/contracts/savedViews/savedViews';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../data/problems';
import { useAllowed } from '../../allowed';
import { FormDialog } from '../../FormDialog';
import { FormField } from '../../FormField';
import { useToast } from '../../toaster/Toaster';
import { useAddress } from '../../useAddress';
import { type AddressedList, addressOfList, OPENED_VIEW } from './listAddress';
import { useChangeViews } from './useChangeViews';
import type { SavedView } from './useSavedViews';

interface ViewDialogProps {
  design: AddressedList;
  list: ViewedList;
  /** To be renamed; null: what is shown is saved as a new one. */
  view: SavedView | null;
  onClose: () => void;
}

/** Asks for the name of a view. */
export default function ViewDialog({ design, list, view, onClose }: ViewDialogProps) {
  const { params, change } = useAddress();
  const { create, rename } = useChangeViews(list);
  const showToast = useToast();
  const canShare = useAllowed('views.share');
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const refuse = (sentence: string) => {
    setError(sentence);
    field.current?.focus();
  };
  const save = async () => {
    if (name.trim() === '') return refuse('Enter a name');
    try {
      if (view) {
        await rename(view, name);
      } else {
        const saved = await create({ name, address: addressOfList(design, params), isShared });
        change({ [OPENED_VIEW]: String(saved.id) });
      }
    } catch (failure) {
      return refuse(sentenceOf(failure, 'Failed to save the view. Please try again.'));
    }
    showToast({ title: view ? 'View Renamed' : 'View Saved', description: name.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={view ? 'Rename View' : 'Save View'}
      submitLabel={view ? 'Rename' : 'Save'}
      onClose={onClose}
      onSubmit={save}
    >
      <FormField
        label="Name"
        required
        error={error}
        hint={view ? undefined : 'Saves columns, filters and sort. The search is not saved.'}
      >
        {(props) => (
          <InputGroup
            {...props}
            inputRef={field}
            fill
            dir="auto"
            value={name}
            onValueChange={(text) => {
              setName(text);
              setError(undefined);
            }}
            maxLength={LONGEST_VIEW_NAME}
            autoComplete="off"
          />
        )}
      </FormField>
      {!view && canShare && (
        <Checkbox
          label="Share with everybody who sees this list"
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
