import { Search } from '@blueprintjs/icons';
import { createBrowserRouter, Link, Navigate, useRouteError } from 'react-router';
import { OFFICE_BASE } from '../data/pastDay';
import { AllowedScreen } from './AllowedScreen';
import { FullScreenError } from './FullScreenError';
import { HOME_PATH, SCREENS } from './screens';
import { Shell } from './shell/Shell';
import './NotFoundScreen.css';

/** A screen that could not be shown, such as when its code did not arrive. */
function ScreenError() {
  const error = useRouteError();
  console.error(error);
  return (
    <FullScreenError message="This page could not be shown" onRetry={() => location.reload()} />
  );
}

const NotFoundScreen = () => (
  <div className="not-found">
    <span aria-hidden="true">
      <Search size={24} />
    </span>
    <h2>404 Page Not Found</h2>
    <p className="muted">Did you forget to add the page to the router?</p>
    <Link to={HOME_PATH}>Go to Dashboard</Link>
  </div>
);

const ROUTES = [
  {
    element: <Shell />,
    errorElement: <ScreenError />,
    children: [
      { path: '/login', element: <Navigate to={HOME_PATH} replace /> },
      ...SCREENS.flatMap((screen) =>
        [screen.path, ...(screen.aliases ?? [])].map((path) => ({
          path,
          element: <AllowedScreen screen={screen} />,
        })),
      ),
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
];

export const createRouter = () => createBrowserRouter(ROUTES, { basename: OFFICE_BASE || '/' });
