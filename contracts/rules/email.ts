/**
 * An e-mail address as browsers understand it (WHATWG HTML, valid e-mail address), with a domain
 * that has a dot; as a pattern of JSON Schema.
 */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
export const EMAIL_PATTERN = `[A-Za-z0-9_.!#$%&'*+/=?^\`{|}~-]{1,64}@${LABEL}(?:[.]${LABEL})+`;

const EMAIL = new RegExp(`^${EMAIL_PATTERN}$`);

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);
