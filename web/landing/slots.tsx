import type { ReactNode } from 'react';

/**
 * What the gateway fills in when it serves the page (`gateway/client/pageTemplate.ts`), written as
 * Mustache does: the page is made once, at build, for every brokerage.
 */
export type Slot =
  | 'name'
  | 'phone'
  | 'phoneInUrl'
  | 'email'
  | 'emailInUrl'
  | 'address'
  | 'website'
  | 'websiteUrl'
  | 'licence'
  | 'gstin';

/** The value of a slot, in a text or an attribute. */
export const slot = (name: Slot | 'label' | 'url'): string => `{{${name}}}`;

/** Only where the brokerage has set it. */
export const WhenSet = ({ of, children }: { of: Slot; children: ReactNode }) => (
  <>
    {`{{#${of}}}`}
    {children}
    {`{{/${of}}}`}
  </>
);

/** Only where the brokerage has not set it. */
export const WhenUnset = ({ of, children }: { of: Slot; children: ReactNode }) => (
  <>
    {`{{^${of}}}`}
    {children}
    {`{{/${of}}}`}
  </>
);

/** Once for each social link, with `label` and `url`. */
export const EachSocialLink = ({ children }: { children: ReactNode }) => (
  <>
    {'{{#socialLinks}}'}
    {children}
    {'{{/socialLinks}}'}
  </>
);
