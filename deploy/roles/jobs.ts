import type { Job } from '@insuremanager/services/platform/scheduler/job';
import type { Policies } from '@insuremanager/services/policies/index';

/**
 * What the office leaves to the system. Policies are looked at every minute, not once a day: one
 * that is entered or imported when its term is over is expired as well.
 */
export const officeJobs = (policies: Pick<Policies, 'expireDue' | 'mendChains'>): Job[] => [
  {
    name: 'expire-policies',
    every: 'minute',
    run: async (today, signal) => void (await policies.expireDue(today, signal)),
  },
  {
    name: 'mend-policy-chains',
    every: 'minute',
    run: async (_today, signal) => void (await policies.mendChains(signal)),
  },
];
