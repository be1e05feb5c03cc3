import { Alert, Intent } from '@blueprintjs/core';

interface ConfirmUnsavedProps {
  isOpen: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

export const ConfirmUnsaved = ({ isOpen, onKeep, onDiscard }: ConfirmUnsavedProps) => (
  <Alert
    isOpen={isOpen}
    intent={Intent.DANGER}
    cancelButtonText="Keep editing"
    confirmButtonText="Discard changes"
    canEscapeKeyCancel
    onCancel={onKeep}
    onConfirm={onDiscard}
  >
    <h2>Discard your changes?</h2>
    <p className="muted">What you typed has not been saved.</p>
  </Alert>
);
