import { ask, part, showProblem, showSection, valuesOf } from './pageForm';

interface Linked {
  readonly quotationNumber: string;
  readonly insuranceType: string;
  readonly policyType: string | null;
  readonly vehicleType: string | null;
  readonly vehicleNumber: string | null;
  readonly insuranceCompany: string | null;
  readonly sumAssured: string;
  readonly premiumAmount: string;
  readonly serviceCharges: string;
  readonly gstAmount: string;
  readonly totalAmount: string;
  readonly validUntil: string;
  readonly isAccepted: boolean;
}

// By the browser's own means: the rules of the product would bring its lists along.
const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const money = (decimal: string): string => RUPEES.format(Number(decimal));
/** As the product writes days: DD/MM/YYYY. */
const formatDay = (day: string): string => day.split('-').reverse().join('/');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const rowsOf = (quotation: Linked): [string, string | null][] => [
  ['Quotation', quotation.quotationNumber],
  ['Insurance', capital(quotation.insuranceType)],
  ['Cover', quotation.policyType && capital(quotation.policyType.replaceAll('_', ' '))],
  ['Vehicle', quotation.vehicleNumber ?? quotation.vehicleType],
  ['Insurer', quotation.insuranceCompany],
  [quotation.insuranceType === 'vehicle' ? 'IDV' : 'Sum assured', money(quotation.sumAssured)],
  ['Premium', money(quotation.premiumAmount)],
  ['GST in it', Number(quotation.gstAmount) > 0 ? money(quotation.gstAmount) : null],
  ['Service charges', money(quotation.serviceCharges)],
  ['Total', money(quotation.totalAmount)],
  ['Valid until', formatDay(quotation.validUntil)],
];

const form = part<HTMLFormElement>('who-form');
const acceptForm = part<HTMLFormElement>('accept-form');
// Behind the #, which no server is told.
const token = location.hash.slice(1);

function show(quotation: Linked): void {
  part('offer').replaceChildren(
    ...rowsOf(quotation).flatMap(([label, value]) => {
      if (value === null) return [];
      const row = document.createElement('div');
      const [name, text] = [document.createElement('dt'), document.createElement('dd')];
      name.textContent = label;
      text.textContent = value;
      row.append(name, text);
      return [row];
    }),
  );
  part('offer-title').textContent = quotation.isAccepted
    ? 'You have accepted this quotation'
    : 'Your quotation';
  part('accepted').hidden = !quotation.isAccepted;
  acceptForm.hidden = quotation.isAccepted;
  showSection('quotation');
}

/** Sends who it is, and what came of it. */
async function send(path: string, button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  showProblem(form, null);
  const answered = await ask(path, { token, ...valuesOf(form) });
  button.disabled = false;
  if (answered.ok) return show(answered.body as Linked);
  showSection('who');
  showProblem(form, answered.problem);
}

const onSubmit = (of: HTMLFormElement, path: string) =>
  of.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = of.querySelector('button');
    if (button && !button.disabled) void send(path, button);
  });
onSubmit(form, '/api/public/quotation');
onSubmit(acceptForm, '/api/public/quotation/accept');

if (token === '') {
  showProblem(form, {
    error: 'This link is not complete. Please open it from our message once more.',
  });
}
