import { slot } from './slots';

const REASONS = [
  {
    title: 'Wide Range of Products',
    text: 'Life, health, motor, travel, property and business cover, from more than one insurer, so that there is something to compare.',
  },
  {
    title: 'Tailored Solutions',
    text: 'No two families and no two businesses carry the same risks. We begin with yours, and leave out what you do not need.',
  },
  {
    title: 'Expert Support',
    text: 'Waiting periods, insured value, no-claim bonus: we explain the words that decide what is paid, before it matters.',
  },
  {
    title: 'Customer-Focused',
    text: 'The same people from the first question to the claim, and a reminder before every renewal.',
  },
];

export const WhyChoose = () => (
  <section id="why" className="section sand" aria-labelledby="why-title">
    <div className="frame split">
      <div className="section-head">
        <h2 id="why-title">Why Choose {slot('name')}</h2>
        <p>Insurance is a promise about a bad day. We help you to choose one that holds.</p>
      </div>
      <ul className="reasons">
        {REASONS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
