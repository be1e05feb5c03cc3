import { hasZeroBits, workOf } from '@insuremanager/contracts/leads/proofOfWork';
import { ask, part, showProblem, showSection, valuesOf } from './pageForm';
import { sha256 } from './sha256';

interface Challenge {
  readonly challenge: string;
  readonly bits: number;
  readonly notice: {
    readonly version: number;
    readonly text: readonly { readonly heading: string; readonly body: string }[];
  };
}

/** So many numbers are tried before the page may do something else. */
const TRIED_AT_ONCE = 1_000;

/** Works while somebody fills in the form. */
async function answerTo({ challenge, bits }: Challenge): Promise<number> {
  for (let answer = 0; ; answer += 1) {
    if (hasZeroBits(sha256(workOf(challenge, answer)), bits)) return answer;
    if (answer % TRIED_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

const form = part<HTMLFormElement>('quote-form');
const button = part<HTMLButtonElement>('send');

let opened: Promise<{ challenge: Challenge; answer: Promise<number> } | null> = open();

async function open() {
  const answered = await ask('/api/public/quote-challenge');
  if (!answered.ok) {
    showProblem(form, answered.problem);
    return null;
  }
  const challenge = answered.body as Challenge;
  part('notice').replaceChildren(
    ...challenge.notice.text.flatMap(({ heading, body }) => {
      const [title, text] = [document.createElement('h3'), document.createElement('p')];
      title.textContent = heading;
      text.textContent = body;
      return [title, text];
    }),
  );
  return { challenge, answer: answerTo(challenge) };
}

/** What the gateway would refuse anyway, said before the work is done. */
function missingIn(typed: Readonly<Record<string, string>>) {
  const { name, phone, email, consent } = typed;
  const fields = [
    ...(name ? [] : [{ field: 'name', message: 'Name is required' }]),
    ...(phone || email
      ? []
      : [{ field: 'phone', message: 'Enter a phone number or an email address.' }]),
    ...(consent
      ? []
      : [{ field: 'consent', message: 'Agree to be contacted, so that we may answer' }]),
  ];
  return fields.length === 0 ? null : { error: 'Something is missing: see below.', fields };
}

async function send(): Promise<void> {
  const { consent, ...typed } = valuesOf(form);
  const missing = missingIn({ ...typed, ...(consent && { consent }) });
  if (missing) return showProblem(form, missing);
  const ready = await opened;
  if (!ready) {
    opened = open();
    return;
  }
  const { challenge, answer } = ready;
  const answered = await ask('/api/public/quote-requests', {
    ...typed,
    consent: true,
    ...{ noticeVersion: challenge.notice.version, noticeLanguage: 'en' },
    ...{ challenge: challenge.challenge, answer: await answer },
  });
  if (answered.ok) {
    form.reset();
    showSection('thanks');
    return;
  }
  const { fields = [] } = answered.problem;
  // What was open for too long begins anew, with what was typed.
  if (fields.some(({ field }) => field === 'challenge')) opened = open();
  showProblem(form, answered.problem);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (button.disabled) return;
  showProblem(form, null);
  button.disabled = true;
  button.textContent = 'Sending…';
  void send().finally(() => {
    button.disabled = false;
    button.textContent = 'Ask for a Quote';
  });
});

const interest = new URLSearchParams(location.search).get('for');
if (interest === 'health' || interest === 'vehicle') {
  part<HTMLSelectElement>('interest').value = interest;
}
