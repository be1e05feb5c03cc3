import { codeOf } from '../ui/code';
import { lazyComponent } from '../ui/lazyPart';
import type { PageTab } from './TabsPage';

/** The tabs of commission; the first is where one begins. */
export const COMMISSION_TABS: readonly PageTab[] = [
  {
    path: '/commission',
    label: 'Received against Expected',
    Panel: lazyComponent(codeOf(() => import('../features/commission/ReportPanel'))),
  },
  {
    path: '/commission/statements',
    label: 'Statements',
    Panel: lazyComponent(codeOf(() => import('../features/commission/StatementsPanel'))),
  },
  {
    path: '/commission/rates',
    label: 'Rates',
    Panel: lazyComponent(codeOf(() => import('../features/commission/RatesPanel'))),
  },
  {
    path: '/commission/shares',
    label: 'Sub-agents',
    Panel: lazyComponent(codeOf(() => import('../features/commission/SharesPanel'))),
  },
];
