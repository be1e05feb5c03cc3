import type { AgencySettings } from '@insuremanager/contracts/agency/agencyEvents';
import { type Letterhead, PRODUCT_NAME } from '@insuremanager/contracts/agency/letterhead';
import type { PublicProfile, SocialLink } from '@insuremanager/contracts/agency/publicProfile';

/** What everybody may know of the agency. */
export function publicProfileOf(settings: AgencySettings): PublicProfile {
  const { name, address, phone, email, website, licence, gstin, socialLinks } = settings;
  const links = socialLinks.map(socialLink);
  return { name, address, phone, email, website, licence, gstin, socialLinks: links };
}

/** The head of what is printed and sent. */
export const letterheadOf = (settings: AgencySettings): Letterhead => ({
  name: settings.name ?? PRODUCT_NAME,
  address: settings.address ?? undefined,
  phone: settings.phone ?? undefined,
  email: settings.email ?? undefined,
  website: settings.website ?? undefined,
  licence: settings.licence ?? undefined,
  gstin: settings.gstin ?? undefined,
  upiAddress: settings.upiAddress ?? undefined,
});

const KNOWN_SITES: Readonly<Record<string, string>> = {
  'facebook.com': 'Facebook',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
  'twitter.com': 'X',
  'youtube.com': 'YouTube',
  'wa.me': 'WhatsApp',
  'whatsapp.com': 'WhatsApp',
  't.me': 'Telegram',
  'threads.net': 'Threads',
};

/** Named by its site: `in.linkedin.com` is LinkedIn; one that nobody knows is its own name. */
export function socialLink(url: string): SocialLink {
  const host = new URL(url).hostname.replace(/^www\./, '');
  const site = host.split('.').slice(-2).join('.');
  return { label: KNOWN_SITES[host] ?? KNOWN_SITES[site] ?? host, url };
}
