const SIGN_IN = /^\/(login|forgot-password|reset-password|invitation)\/?$/;

/**
 * The address, on this site, of the page that was asked for before the login was shown; `/` where
 * there was none. It follows from where one came from: no address of ours names another.
 * @param referrer `document.referrer` of the login page
 * @param origin of this site
 */
export function askedFor(referrer: string, origin: string): string {
  if (!URL.canParse(referrer)) return '/';
  const from = new URL(referrer);
  if (from.origin !== origin || SIGN_IN.test(from.pathname)) return '/';
  // A second slash would begin the name of another host.
  return `${from.pathname.replace(/^\/+/, '/')}${from.search}`;
}

/** Leaves for the login, which gets to know of this page; nothing else does. */
export function leaveForLogin(): void {
  const policy = document.createElement('meta');
  policy.name = 'referrer';
  policy.content = 'same-origin';
  document.head.append(policy);
  location.replace('/login');
}
