import { Component, type ReactNode } from 'react';
import { FullScreenError } from './FullScreenError';

/** Catches what no screen could, such as code that did not arrive. React knows no other form. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <FullScreenError message="This page could not be shown" onRetry={() => location.reload()} />
    );
  }
}
