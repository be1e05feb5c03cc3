const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

/**
 * `0 Bytes`, `512 Bytes`, `1.50 KB`, `9.77 MB`: a thousand and twenty-four of each make the next.
 */
export function formatFileSize(bytes: number): string {
  if (bytes < STEP) return `${bytes} Bytes`;
  let value = bytes / STEP;
  let unit = 1;
  // What would be shown as 1024.00 is one of the next.
  while (Number(value.toFixed(2)) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${value.toFixed(2)} ${UNITS[unit]}`;
}
