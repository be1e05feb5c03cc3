/** `99+` where there are more; empty for none. */
export const formatBadge = (count: number): string => {
  if (count === 0) return '';
  return count > 99 ? '99+' : String(count);
};
