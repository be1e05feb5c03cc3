import type { AccountWording } from './accountWording.js';

export const en: AccountWording = {
  greeting: (username) => `Hello ${username},`,
  invitation: (agency, username) => ({
    subject: `You are invited to ${agency}`,
    text: `You are invited to work with ${agency}. Your username is ${username}. Open this link and choose a password:`,
  }),
  invitationLasts: (days) => `The link works once and is valid for ${days} days.`,
  reset: (username) => ({
    subject: 'Choose a new password',
    text: `Somebody asked for a new password for the user ${username}. If it was you, open this link and choose one:`,
  }),
  resetLasts: (minutes) => `The link works once and is valid for ${minutes} minutes.`,
  emailCode: { subject: 'Your verification code', text: 'Enter this code to sign in:' },
  emailCodeLasts: (minutes) =>
    `It works once and is valid for ${minutes} minutes. We will never ask you for it.`,
  notices: {
    password_changed: {
      subject: 'Your password was changed',
      text: 'The password of your account was changed, and everybody was signed out.',
    },
    two_factor_enabled: {
      subject: 'Two-factor authentication is on',
      text: 'From now on, signing in with your password also asks for a code.',
    },
    two_factor_disabled: {
      subject: 'Two-factor authentication is off',
      text: 'From now on, your password alone is enough to sign in.',
    },
    recovery_codes_made: {
      subject: 'You have new recovery codes',
      text: 'New recovery codes were made for your account. The old ones no longer work.',
    },
    passkey_added: {
      subject: 'A passkey was added',
      text: 'A passkey was added to your account. It can be used to sign in, also after a new password. If you did not add it, remove it in Settings, under Security.',
    },
    passkey_removed: {
      subject: 'A passkey was removed',
      text: 'A passkey was removed from your account. It cannot be used to sign in any more.',
    },
    email_changed: {
      subject: 'Your email address was changed',
      text: 'The email address of your account has changed. This is the last message to this one.',
    },
    second_factor_refused: {
      subject: 'Wrong codes at your sign-in',
      text: 'Somebody entered your password, and then several wrong codes. They were not let in.',
    },
  },
  recoveryCodeUsed: (left) => ({
    subject: 'A recovery code was used',
    text: `A recovery code of your account was used, to sign in or to confirm a change of your account. Codes left: ${left}.`,
  }),
  newDevice: (device, time) => ({
    subject: 'Sign-in on a new device',
    text: `Somebody signed in to your account on a device, or from a network, that we have not seen before: ${device}, ${time} (Indian time).`,
  }),
  ignore: 'If you did not ask for this, ignore this email: nothing happens.',
  notYou:
    'If it was not you, choose a new password at once (on the sign-in page, under "Forgot password?"). Then look in Settings, under Security: a new password does not remove a passkey or an authenticator that somebody else added. Remove those that are not yours, and tell your administrator.',
  regards: 'Regards,',
};
