import { awaitedHere } from './awaitedHere';

/** Which imports were started, or undone, in this browser, and not heard the end of. */
export const {
  awaited: importsAwaited,
  awaitOnly: awaitImports,
  useHere: useImportsHere,
  useAwaited: useImportsAwaited,
} = awaitedHere('imports');

/** One more that a notification is to tell the end of. */
export const awaitImport = (id: number): void =>
  awaitImports([...new Set([...(importsAwaited() ?? []), id])]);
