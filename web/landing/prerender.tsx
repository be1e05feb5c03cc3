import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './LandingPage';
import { Backwaters } from './pictures/Backwaters';

/** The body of the landing page: markup alone, of which nothing runs in the browser. */
export const prerender = (): string => renderToStaticMarkup(<LandingPage />);

/** Its scene as an SVG, without its colours, which are those of `pictures.css`. */
export const scene = (): string => renderToStaticMarkup(<Backwaters />);
