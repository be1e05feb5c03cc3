import { OverlaysProvider, PortalProvider } from '@blueprintjs/core';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import type { ReactNode } from 'react';
import { AllowedProvider } from './allowed';
import { BulkProvider } from './bulk/bulk';
import { ConfirmProvider } from './Confirm';
import { TipProvider } from './Tip';
import { ToastProvider } from './toaster/Toaster';

interface PartProvidersProps {
  permissions: readonly Permission[];
  children: ReactNode;
}

/** What shared parts need around them. */
export const PartProviders = ({ permissions, children }: PartProvidersProps) => (
  <OverlaysProvider>
    <PortalProvider>
      <TipProvider>
        <ToastProvider>
          <AllowedProvider permissions={permissions}>
            <ConfirmProvider>
              <BulkProvider>{children}</BulkProvider>
            </ConfirmProvider>
          </AllowedProvider>
        </ToastProvider>
      </TipProvider>
    </PortalProvider>
  </OverlaysProvider>
);
