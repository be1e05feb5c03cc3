import { Button, Checkbox, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { Download, Print } from '@blueprintjs/icons';
import { useState } from 'react';
import { useCurrentUser } from '../../session/SessionProvider';
import { CopyButton } from '../../ui/CopyButton';
import { saveFile } from '../../ui/saveFile';
import { useReturnFocus } from '../../ui/useReturnFocus';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onDone: () => void;
}

/** They are shown this once: the dialog closes only when its reader says that they are kept. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps) {
  const { username } = useCurrentUser();
  const [isSaved, setSaved] = useState(false);
  useReturnFocus();
  return (
    <Dialog
      isOpen
      title="Your recovery codes"
      isCloseButtonShown={false}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      className="small-dialog recovery-codes-dialog"
    >
      <DialogBody>
        <p>
          Each signs {username} in once where the authenticator app is not at hand. They are not
          shown again: keep them where you keep your passwords.
        </p>
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="button-row">
          <CopyButton text={codes.join('\n')} what="codes" />
          <Button icon={<Download />} onClick={() => download(codes)}>
            Download
          </Button>
          <Button icon={<Print />} onClick={print}>
            Print
          </Button>
        </div>
        <Checkbox
          className="recovery-codes-saved"
          label="I have saved these codes in a safe place"
          checked={isSaved}
          onChange={({ currentTarget: { checked } }) => setSaved(checked)}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <Button intent={Intent.PRIMARY} disabled={!isSaved} onClick={onDone}>
            Done
          </Button>
        }
      />
    </Dialog>
  );
}

function download(codes: readonly string[]): void {
  const text = `Recovery codes of InsureManager (${location.host})\nEach code works once.\n\n${codes.join('\n')}\n`;
  saveFile(new Blob([text], { type: 'text/plain' }), 'insuremanager-recovery-codes.txt');
}

/** The dialog alone; `settings.css` leaves out the rest. */
function print(): void {
  const page = document.documentElement;
  page.classList.add('printing-codes');
  window.print();
  page.classList.remove('printing-codes');
}
