import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTRACT_SERVERS, NOT_RUN, testOnContainers } from './containers.js';

const ROOT = join(import.meta.dirname, '../..');
const specs = CONTRACT_SERVERS.flatMap((server) => server.specs);

describe('the suites that are run on servers in containers', () => {
  const all = readdirSync(join(ROOT, 'services'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.int.spec.ts') && !path.includes('node_modules'))
    .map((path) => `services/${path}`);

  it('are all that hold an adapter of a server to a contract', () => {
    const contract = /^ *describe(EventLog|Bus|FileStore)\(/m;
    // A folder is no server.
    const other = ['services/platform/files/folderFiles.int.spec.ts'];
    const held = all.filter((path) => contract.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(specs).toEqual(expect.arrayContaining(held.filter((path) => !other.includes(path))));
  });

  it('are all that test what stands on Postgres alone', () => {
    const own = /^services\/platform\/(postgres|readModels|locks|ids|vault|scheduler)\//;
    // Long, and about nothing that differs between servers.
    const other = ['services/platform/readModels/projecting.int.spec.ts'];
    const standing = all.filter((path) => own.test(path));
    expect(specs).toEqual(expect.arrayContaining(standing.filter((path) => !other.includes(path))));
  });

  it('are there', () => expect(all).toEqual(expect.arrayContaining(specs)));
});

describe('the command', () => {
  it('says that it knows no such server', async () => {
    expect(await testOnContainers(['mail'])).toBe(NOT_RUN.usage);
  });
});
