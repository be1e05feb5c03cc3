/** Lets the browser save what is in memory. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken hold of it once this is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
