/**
 * Files that are dropped anywhere in the window. Left alone, the browser would leave the page to
 * show them; so they are taken from the page's first moment, and what is dropped on the page of
 * imports before the code of its screen has come is kept for it.
 */
const takers = new Set<(files: File[]) => void>();
let kept: File[] = [];

export const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** To be called once, before anything else of the page is loaded. */
export function holdFileDrops(): void {
  window.addEventListener('dragover', onDragOver);
  window.addEventListener('drop', onDrop);
}

/**
 * Hands over what was kept, and then what is dropped.
 * @returns what ends it.
 */
export function takeFileDrops(take: (files: File[]) => void): () => void {
  takers.add(take);
  // On another page they were meant for nothing there.
  if (kept.length > 0 && isAwaited()) take(kept);
  kept = [];
  return () => takers.delete(take);
}

/** Whether the screen that is to come takes whatever is dropped. */
const isAwaited = (): boolean => location.pathname === '/import';

function onDragOver(event: DragEvent): void {
  if (!hasFiles(event)) return;
  event.preventDefault();
  const isTaken = takers.size > 0 || isAwaited();
  if (event.dataTransfer) event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
}

function onDrop(event: DragEvent): void {
  if (!hasFiles(event)) return;
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  if (takers.size === 0 && isAwaited()) kept = files;
  for (const take of takers) take(files);
}
