import { Button, Intent } from '@blueprintjs/core';
import '../ui/fullScreen.css';

interface FullScreenErrorProps {
  message: string;
  onRetry: () => void;
}

export const FullScreenError = ({ message, onRetry }: FullScreenErrorProps) => (
  <main className="full-screen">
    <div role="alert">
      <h1>{message}</h1>
      <p className="muted">The server did not answer as expected. Please try again in a moment.</p>
    </div>
    <Button intent={Intent.PRIMARY} onClick={onRetry}>
      Retry
    </Button>
  </main>
);
