/** `npm run ops|bench|golden -- …`: prepares, then runs that command of the build. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, prepare, root } from './prepare.mjs';

const [name = '', ...args] = process.argv.slice(2);
// The bench loads pages, too.
await prepare({ web: name === 'bench' });
const build = join(root, 'deploy', 'dist');
const entry = [join(build, 'bundled'), build]
  .map((folder) => join(folder, name, 'main.js'))
  .find((file) => existsSync(file));
if (!entry) fail(`There is no command "${name}".`);
process.argv = [process.execPath, entry, ...args];
await import(pathToFileURL(entry).href);
