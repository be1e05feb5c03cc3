import QuestionDialog from './QuestionDialog';

/** What is asked, and what the two ways out are called. */
export interface UnsavedTexts {
  question: string;
  text: string;
  keep: string;
  discard: string;
}

const TYPED: UnsavedTexts = {
  question: 'Discard your changes?',
  text: 'What you typed has not been saved.',
  keep: 'Keep editing',
  discard: 'Discard changes',
};

interface ConfirmUnsavedProps {
  isOpen: boolean;
  /** Of what was typed, when left out. */
  texts?: UnsavedTexts;
  onKeep: () => void;
  onDiscard: () => void;
}

export const ConfirmUnsaved = ({
  isOpen,
  texts = TYPED,
  onKeep,
  onDiscard,
}: ConfirmUnsavedProps) => (
  <QuestionDialog
    isOpen={isOpen}
    title={texts.question}
    text={texts.text}
    cancel={texts.keep}
    onClose={onKeep}
    confirm={texts.discard}
    onConfirm={onDiscard}
  />
);
