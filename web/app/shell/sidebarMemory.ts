const COOKIE = 'sidebar_state';
/** Seven days, in seconds. */
const MAX_AGE = 7 * 24 * 60 * 60;

/** Whether the sidebar was left expanded, as the cookies say; expanded when they do not. */
export const wasExpanded = (cookies: string): boolean =>
  !cookies.split(/;\s*/).includes(`${COOKIE}=collapsed`);

export const sidebarCookie = (isExpanded: boolean): string =>
  `${COOKIE}=${isExpanded ? 'expanded' : 'collapsed'}; path=/; max-age=${MAX_AGE}; samesite=lax`;
