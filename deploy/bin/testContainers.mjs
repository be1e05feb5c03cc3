/**
 * `npm run test:containers`: the contract suites on servers in containers, see
 * deploy/testing/containers.ts. With words behind `--`, such as `files`, only those servers.
 */
import { prepare } from './prepare.mjs';

await prepare();
const { testOnContainers } = await import('../dist/testing/containers.js');
process.exit(await testOnContainers(process.argv.slice(2)));
