import { Button } from '@blueprintjs/core';
import { Refresh, WarningSign } from '@blueprintjs/icons';
import './states.css';

interface ErrorPanelProps {
  /** Such as "Failed to load customers". */
  title: string;
  message: string;
  onRetry: () => void;
}

export const ErrorPanel = ({ title, message, onRetry }: ErrorPanelProps) => (
  <div className="list-state" role="alert">
    <span className="list-state-icon list-state-icon-bad" aria-hidden="true">
      <WarningSign size={20} />
    </span>
    <div>
      <h2>{title}</h2>
      <p>{message}</p>
    </div>
    <Button icon={<Refresh />} onClick={onRetry}>
      Retry
    </Button>
  </div>
);
