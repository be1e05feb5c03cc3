/** Said of an email that was sent where no mail server is set up. */
export const EMAIL_KEPT = 'Saved to a folder, not delivered';
