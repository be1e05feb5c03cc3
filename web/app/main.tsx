import '../ui/styles';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { holdEarlyKeys } from '../features/search/earlyKeys';
import { App } from './App';

holdEarlyKeys();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
