import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './LandingPage';

/** The body of the landing page: markup alone, of which nothing runs in the browser. */
export const prerender = (): string => renderToStaticMarkup(<LandingPage />);
