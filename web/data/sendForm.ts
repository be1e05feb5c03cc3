interface FormRequest {
  path: string;
  form: FormData;
  /** Sent as the Idempotency-Key: however often it arrives under it, it counts once. */
  commandId: string;
  /** Called with how much has left, from 0 to 1. */
  onProgress: (share: number) => void;
  onAnswer: (status: number, body: string) => void;
  /** No answer came: whether it was done is unknown. */
  onLost: () => void;
}

/**
 * Sends a form with a file; `fetch` could not tell how far it is. The function that comes back breaks
 * it off: then nothing is called any more, and whether it was done is unknown.
 */
export function sendForm({ path, form, commandId, onProgress, onAnswer, onLost }: FormRequest) {
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('Idempotency-Key', commandId);
  request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
  request.onload = () => onAnswer(request.status, request.responseText);
  request.onerror = onLost;
  request.send(form);
  return () => request.abort();
}

/** Answers that ask to come again. */
const AGAIN = new Set([408, 425, 429]);

/** Whether an answer refuses for good, so that another attempt is another command. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && !AGAIN.has(status);
