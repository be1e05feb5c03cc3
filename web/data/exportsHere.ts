import { awaitedHere } from './awaitedHere';

/** Which exports were asked for in this browser, and not heard the end of. */
export const {
  awaited: exportsAwaited,
  awaitOnly: awaitExports,
  onAwaited: onExportsAwaited,
  useHere: useExportsHere,
} = awaitedHere('exports');
