import { createBrowserRouter, Navigate } from 'react-router';
import { NotFoundScreen } from './NotFoundScreen';
import { ScreenError } from './ScreenError';
import { HOME_PATH, SCREENS } from './screens';
import { Shell } from './shell/Shell';

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <ScreenError />,
      children: [
        ...['/', '/dashboard', '/login'].map((path) => ({
          path,
          element: <Navigate to={HOME_PATH} replace />,
        })),
        ...SCREENS.map(({ path, component: Component }) => ({ path, element: <Component /> })),
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ]);
