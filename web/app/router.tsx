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
        { path: '/login', element: <Navigate to={HOME_PATH} replace /> },
        ...SCREENS.flatMap(({ path, alias, component: Component }) =>
          [path, alias ?? []].flat().map((at) => ({ path: at, element: <Component /> })),
        ),
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ]);
