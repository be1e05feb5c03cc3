/**
 * Whether a text is an e-mail address as browsers understand it (WHATWG HTML, valid e-mail
 * address), with a domain that has a dot.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i.test(
    text,
  );
