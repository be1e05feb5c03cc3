import type { Intent } from '@blueprintjs/core';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { lazyDialog } from './lazyDialog';

const QuestionDialog = lazyDialog(() => import('./QuestionDialog'));

/** What is asked before something is done that cannot be taken back. */
export interface Question {
  /** As a question: "Delete Asha Menon?". */
  title: string;
  text: ReactNode;
  /** The verb of what is then done. */
  confirm: string;
  /** What cannot be taken back is `danger`, the default. */
  intent?: Intent;
}

/** Answers whether it is to be done. */
export type Ask = (question: Question) => Promise<boolean>;

const AskContext = createContext<Ask | null>(null);

/** Asks in a dialog of our own. */
export function useConfirm(): Ask {
  const ask = use(AskContext);
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider');
  return ask;
}

/** One question at a time; a new one answers the one before with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isYes: boolean) => void>(() => undefined);
  const ask = useCallback<Ask>((next) => {
    answer.current(false);
    setQuestion(next);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (isYes: boolean) => {
    setOpen(false);
    answer.current(isYes);
  };
  return (
    <AskContext value={ask}>
      {children}
      {question && (
        <QuestionDialog
          isOpen={isOpen}
          title={question.title}
          text={question.text}
          cancel="Cancel"
          onClose={() => close(false)}
          confirm={question.confirm}
          intent={question.intent}
          onConfirm={() => close(true)}
        />
      )}
    </AskContext>
  );
}
