import type { SocialLink } from '@insuremanager/contracts/agency/publicProfile';
import type { Agency } from '@insuremanager/gateway/client/landingPage';
import type { Settings } from '../settings.js';

/** What the settings say of the brokerage to everybody. */
export function agencyOf({
  letterhead,
  socialAddresses,
}: Pick<Settings, 'letterhead' | 'socialAddresses'>): Agency {
  const { name, address, phone, email, website, licence, gstin } = letterhead;
  const profile = {
    name,
    address: address ?? null,
    phone: phone ?? null,
    email: email ?? null,
    website: website ?? null,
    licence: licence ?? null,
    gstin: gstin ?? null,
    socialLinks: socialAddresses.map(socialLink),
  };
  return { publicProfile: async () => profile };
}

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
