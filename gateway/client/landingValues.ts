import type { PublicProfile } from '@insuremanager/contracts/agency/publicProfile';
import { isIndianMobile, normalizePhone } from '@insuremanager/contracts/rules/phone';
import { digitsOf } from '@insuremanager/contracts/rules/text';
import type { PageValues } from './pageTemplate.js';

/** The product's name stands where the brokerage has not said its own. */
const PRODUCT = 'InsureManager';

/**
 * What the landing page (`web/landing/`) is filled with.
 * @param origin where people reach the site, such as `https://crm.example.in`
 */
export function landingValues(profile: PublicProfile, origin: string): PageValues {
  const name = profile.name ?? PRODUCT;
  return {
    name,
    origin,
    phone: profile.phone,
    phoneInUrl: profile.phone && dialled(profile.phone),
    whatsappInUrl: profile.phone && mobileOf(profile.phone),
    email: profile.email,
    // Without an address the mail program opens all the same, and the visitor fills it in.
    emailInUrl: profile.email === null ? '' : addressInUrl(profile.email),
    address: profile.address,
    addressInUrl: profile.address && encodeURIComponent(profile.address),
    website: profile.website,
    websiteUrl: profile.website && webAddress(profile.website),
    licence: profile.licence,
    gstin: profile.gstin,
    socialLinks: profile.socialLinks.map(({ label, url }) => ({ label, url })),
    structuredData: structuredData(profile, name, origin),
  };
}

/** The first number of a text that may hold several, as a telephone takes it; null without one. */
export function dialled(phone: string): string | null {
  const [first = ''] = phone.split(/[,;/]/);
  const number = first.replace(/(?!^\+)\D/g, '');
  return number.replace(/\D/g, '').length >= 3 ? number : null;
}

/** The first Indian mobile number of a text, as `wa.me` takes it; null without one. */
export function mobileOf(phone: string): string | null {
  const mobile = phone
    .split(/[,;/]/)
    .map((text) => normalizePhone(text))
    .find(isIndianMobile);
  return mobile === undefined ? null : digitsOf(mobile);
}

/** RFC 6068: an address in a `mailto:` is percent-encoded but for its `@`. */
const addressInUrl = (email: string): string => encodeURIComponent(email).replaceAll('%40', '@');

/** Where a website leads that may be written without `https://`; null when it is no address. */
export function webAddress(website: string): string | null {
  const candidates = /^https?:\/\//i.test(website) ? [website] : [`https://${website}`];
  const [found] = candidates.filter((text) => URL.canParse(text));
  return found ? new URL(found).href : null;
}

/** The brokerage as search engines read it (schema.org), safe within a `<script>` of data. */
function structuredData(profile: PublicProfile, name: string, origin: string): string {
  const { phone, email, address } = profile;
  const websites = profile.website ? [webAddress(profile.website)] : [];
  const sameAs = [...websites, ...profile.socialLinks.map(({ url }) => url)].filter(Boolean);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'InsuranceAgency',
    name,
    url: `${origin}/`,
    areaServed: { '@type': 'State', name: 'Kerala' },
    ...(phone ? { telephone: phone } : {}),
    ...(email ? { email } : {}),
    ...(address ? { address } : {}),
    ...(sameAs.length > 0 ? { sameAs } : {}),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
