import { z } from 'zod';

const text = z.string().nullable();

export const SocialLink = z.object({
  /** Such as "Instagram". */
  label: z.string(),
  /** An https address. */
  url: z.string(),
});
export type SocialLink = z.infer<typeof SocialLink>;

/** What everybody may know of the brokerage: its public page shows it. Null is not set. */
export const PublicProfile = z.object({
  name: text,
  /** Postal, on one line. */
  address: text,
  /** As the brokerage writes it; may hold several numbers with commas between them. */
  phone: text,
  email: text,
  /** As the brokerage writes it, with or without https://. */
  website: text,
  licence: text,
  gstin: text,
  socialLinks: z.array(SocialLink),
});
export type PublicProfile = z.infer<typeof PublicProfile>;
