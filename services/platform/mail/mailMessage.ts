import type { SendMailOptions } from 'nodemailer';
import type { Email } from './mailer.js';
import type { Sender } from './sender.js';

/** An email as nodemailer takes it. Addresses are whole: a comma in one makes no second one. */
export const mailMessage = (email: Email, from: Sender): SendMailOptions => ({
  from,
  to: { name: '', address: email.to },
  subject: email.subject,
  text: email.text,
  html: email.html,
  messageId: `<${email.id}@${from.address.split('@').at(-1)}>`,
  // Nobody's holiday notice shall answer it.
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: email.attachments.map(({ fileName, mimeType, content }) => ({
    filename: fileName,
    contentType: mimeType,
    content,
  })),
});
