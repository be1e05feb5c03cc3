/**
 * Leads to the login, which then leads back to the page that was asked for: of all links, these
 * alone say where they were clicked.
 */
export const LOGIN = { href: '/login', referrerPolicy: 'same-origin' } as const;
