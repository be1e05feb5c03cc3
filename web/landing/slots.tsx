import type { ReactNode } from 'react';

/**
 * What the gateway fills in when it serves the page (`gateway/client/landingValues.ts`), written as
 * Mustache does: the page is made once, at build, for every brokerage.
 */
export type Slot =
  | 'name'
  | 'phone'
  | 'phoneInUrl'
  | 'whatsappInUrl'
  | 'email'
  | 'emailInUrl'
  | 'address'
  | 'addressInUrl'
  | 'website'
  | 'websiteUrl'
  | 'licence'
  | 'gstin'
  | 'socialLinks';

/** The value of a slot, in a text or an attribute; `label` and `url` are of a social link. */
export const slot = (name: Slot | 'label' | 'url'): string => `{{${name}}}`;

interface SectionProps {
  of: Slot;
  children: ReactNode;
}

/** Only where the brokerage has set it; once for each of a list. */
export const WhenSet = ({ of, children }: SectionProps) => (
  <>
    {`{{#${of}}}`}
    {children}
    {`{{/${of}}}`}
  </>
);

/** Only where the brokerage has not set it. */
export const WhenUnset = ({ of, children }: SectionProps) => (
  <>
    {`{{^${of}}}`}
    {children}
    {`{{/${of}}}`}
  </>
);

/** A number to be called, where it is one. */
export const PhoneLink = () => (
  <>
    <WhenSet of="phoneInUrl">
      <a href={`tel:${slot('phoneInUrl')}`}>{slot('phone')}</a>
    </WhenSet>
    <WhenUnset of="phoneInUrl">{slot('phone')}</WhenUnset>
  </>
);

interface OutwardLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

/** In a new tab, which learns nothing of where it was opened. */
export const OutwardLink = ({ href, className, children }: OutwardLinkProps) => (
  <a href={href} className={className} target="_blank" rel="noopener noreferrer">
    {children}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
);
