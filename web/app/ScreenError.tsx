import { useRouteError } from 'react-router';
import { FullScreenError } from './FullScreenError';

/** A screen that could not be shown, such as when its code did not arrive. */
export function ScreenError() {
  const error = useRouteError();
  console.error(error);
  return (
    <FullScreenError message="This page could not be shown" onRetry={() => location.reload()} />
  );
}
