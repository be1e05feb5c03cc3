/** What holds where storage is barred, until the page is left. */
const unstored = new Map<string, string>();

/** What was remembered in this browser under a key; empty at first. */
export function remembered(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return unstored.get(key) ?? '';
  }
}

export function remember(key: string, value: string): void {
  unstored.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds until the page is left.
  }
}
