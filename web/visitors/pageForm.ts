/* What the forms of visitors have in common: no library, so that they are there at once. */

interface Problem {
  readonly error?: string;
  readonly code?: string;
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

export type Answered =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: Problem };

const UNREACHABLE: Problem = { error: 'We cannot be reached just now. Please try again.' };

/** Sends JSON, or asks where nothing is sent. */
export async function ask(path: string, sent?: object): Promise<Answered> {
  try {
    const answer = await fetch(path, {
      ...(sent && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sent),
      }),
    });
    const text = await answer.text();
    const body = text === '' ? null : JSON.parse(text);
    return answer.ok ? { ok: true, body } : { ok: false, problem: body ?? UNREACHABLE };
  } catch {
    return { ok: false, problem: UNREACHABLE };
  }
}

/** @throws Error where the page lacks what its script needs */
export function part<Of extends HTMLElement = HTMLElement>(id: string): Of {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as Of;
}

/** What stands in the fields of a form; empty ones are left out. */
export const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [],
    ),
  );

/** Says under each field what is wrong with it, and leads to the first; nothing: all is well. */
export function showProblem(form: HTMLFormElement, problem: Problem | null): void {
  for (const error of form.querySelectorAll<HTMLElement>('.field-error')) error.hidden = true;
  for (const input of form.querySelectorAll('[aria-invalid]'))
    input.removeAttribute('aria-invalid');
  const message = part('form-message');
  message.hidden = problem === null;
  message.textContent = problem?.error ?? '';
  let isLed = false;
  for (const { field, message: wrong } of problem?.fields ?? []) {
    const input = form.elements.namedItem(field);
    const error = document.getElementById(`${field}-error`);
    if (!(input instanceof HTMLElement) || !error) continue;
    error.textContent = wrong;
    error.hidden = false;
    input.setAttribute('aria-invalid', 'true');
    if (!isLed) input.focus();
    isLed = true;
  }
  if (problem && !isLed) message.focus();
}

/** Puts one section in the place of all others, and leads readers to its heading. */
export function showSection(id: string): void {
  for (const section of document.querySelectorAll<HTMLElement>('[data-step]')) {
    section.hidden = section.id !== id;
  }
  part(id).querySelector<HTMLElement>('h1, h2')?.focus();
}
