import { begin as beginDue, InstalmentsScreen } from '../features/instalments/InstalmentsScreen';
import { codeOf } from '../ui/code';
import { lazyDrawer } from '../ui/lazyDialog';
import { lazyComponent } from '../ui/lazyPart';
import { type PageTab, TabsPage } from './TabsPage';

const DuePolicyPanel = lazyDrawer(() => import('../features/policies/DuePolicyPanel'));
const PaymentsScreen = lazyComponent(
  codeOf(() => import('../features/instalments/PaymentsScreen')),
);

const PAYMENTS = '/instalments/payments';
const TABS: readonly PageTab[] = [
  {
    path: '/instalments',
    label: 'Due',
    Panel: () => <InstalmentsScreen PolicyPanel={DuePolicyPanel} />,
  },
  {
    path: PAYMENTS,
    label: 'Payments',
    Panel: () => <PaymentsScreen PolicyPanel={DuePolicyPanel} />,
  },
];

export const begin: typeof beginDue = async (client) => {
  if (!window.location.pathname.endsWith(PAYMENTS)) await beginDue(client);
};

/** The premiums that are due and those that were paid, with the policies' own panel beside them. */
export default function InstalmentsPage() {
  return <TabsPage label="Premiums" tabs={TABS} />;
}
