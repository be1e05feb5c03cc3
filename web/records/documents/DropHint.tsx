import { Upload } from '@blueprintjs/icons';
import { createPortal } from 'react-dom';
import './DropHint.css';

/** Over everything, while files are held over the window. */
export const DropHint = ({ text }: { text: string }) =>
  createPortal(
    <div className="drop-hint" aria-hidden="true">
      <span>
        <Upload size={20} />
        {text}
      </span>
    </div>,
    document.body,
  );
