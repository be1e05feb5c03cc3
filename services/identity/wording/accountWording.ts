/** Emails that only say what happened, so that whoever did not do it can act. */
export const NOTICE_KINDS = [
  'password_changed',
  'two_factor_enabled',
  'two_factor_disabled',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'email_changed',
  'second_factor_refused',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A subject, and a paragraph that says what happened. */
export interface Notice {
  readonly subject: string;
  readonly text: string;
}

/** The words of the emails about an account in one language. */
export interface AccountWording {
  greeting(username: string): string;
  invitation(agency: string, username: string): Notice;
  /** Under the link. In days. */
  invitationLasts(days: number): string;
  reset(username: string): Notice;
  /** Under the link. In minutes. */
  resetLasts(minutes: number): string;
  emailCode: Notice;
  /** Under the code. In minutes. */
  emailCodeLasts(minutes: number): string;
  notices: Readonly<Record<NoticeKind, Notice>>;
  /** `left` codes can still be used. */
  recoveryCodeUsed(left: number): Notice;
  newDevice(device: string, time: string): Notice;
  /** To whoever did not ask for a link or a code. */
  ignore: string;
  /** To whoever did not do what a notice says. */
  notYou: string;
  regards: string;
}
