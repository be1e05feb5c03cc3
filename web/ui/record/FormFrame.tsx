import { Button, Callout, Intent } from '@blueprintjs/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFirstFocus } from '../useFirstFocus';
import { useSubmitShortcut } from '../useSubmitShortcut';

export interface FormMessage {
  text: string;
  /** Points something out; saving again goes on. */
  isWarning?: boolean;
}

interface FormFrameProps {
  /** Names a form whose dialog does not say enough. */
  label?: string;
  /** Said over the fields. */
  message: FormMessage | null;
  /** What is new at the top and must be seen; null: nothing. */
  news?: unknown;
  /** What the keys do that submit the form. */
  keyHint: string | null;
  closeLabel: string;
  submitLabel: string;
  /** What cannot be taken back is `danger`. */
  intent?: Intent;
  isBusy: boolean;
  /** Where nothing has to be typed before: the focus is on the button that submits. */
  isReady?: boolean;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** What every form in a dialog has around its fields. */
export function FormFrame(props: FormFrameProps) {
  const { message, news = null, onSubmit } = props;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null || news !== null) top.current?.scrollTo({ top: 0 });
  }, [message, news]);

  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  useSubmitShortcut(form, onSubmit);
  return (
    <form
      ref={form}
      className="record-form"
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      noValidate
    >
      <div ref={top} className="record-form-fields">
        {message && (
          <Callout
            role="alert"
            intent={message.isWarning ? Intent.WARNING : Intent.DANGER}
            icon={null}
            className="form-alert"
          >
            {message.text}
          </Callout>
        )}
        {props.children}
      </div>
      <footer className="record-form-foot">
        {props.keyHint !== null && <span className="muted">{props.keyHint}</span>}
        <Button onClick={props.onClose}>{props.closeLabel}</Button>
        <Button
          type="submit"
          intent={props.intent ?? Intent.PRIMARY}
          loading={props.isBusy}
          autoFocus={props.isReady}
        >
          {props.submitLabel}
        </Button>
      </footer>
    </form>
  );
}
