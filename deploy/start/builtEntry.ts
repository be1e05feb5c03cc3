import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Of deploy/, seen from the sources and from the build. */
const BUILD = new URL('../dist/', import.meta.url.replace(/dist\/start\/[^/]*$/, 'start/'));

/** The file of an entry, such as `roles/main.js`: bundled (deploy/bin/bundle.mjs), or compiled alone. */
export function builtEntry(entry: string): string {
  const [bundled, compiled] = [`bundled/${entry}`, entry].map((path) =>
    fileURLToPath(new URL(path, BUILD)),
  ) as [string, string];
  return existsSync(bundled) ? bundled : compiled;
}
