import { Problem } from '@insuremanager/contracts/problem';
import { parsedJson } from '../data/problems';

/** Lets the browser save what is in memory. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken hold of it once this is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Saves what the gateway answers; a sentence where it answers no file. */
export async function downloadFile(address: string, usualName: string): Promise<string | null> {
  const failed = 'The file could not be fetched. Please try again.';
  try {
    const answer = await fetch(address, { credentials: 'same-origin' });
    if (!answer.ok) {
      return Problem.safeParse(parsedJson(await answer.text())).data?.error ?? failed;
    }
    saveFile(await answer.blob(), nameOfFile(answer) ?? usualName);
    return null;
  } catch {
    return failed;
  }
}

/** As the gateway names what it sends. */
export const nameOfFile = ({ headers }: Response): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1];
