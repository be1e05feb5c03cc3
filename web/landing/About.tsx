import { slot, WhenSet } from './slots';

const STEPS = [
  {
    title: 'We listen',
    text: 'Whom or what you want to protect, and what cover you already have.',
  },
  {
    title: 'We compare',
    text: 'Policies of several insurers side by side: what they pay, what they leave out, what they cost.',
  },
  {
    title: 'We stay',
    text: 'Your papers in one place, a reminder before the cover ends, a person to call when something happens.',
  },
];

export const About = () => (
  <section id="about" className="section" aria-labelledby="about-title">
    <div className="frame">
      <div className="about split">
        <div className="section-head">
          <h2 id="about-title">About {slot('name')}</h2>
        </div>
        <div>
          <p className="statement">
            We are an insurance brokerage in Kerala. A broker works for the one who buys the cover,
            not for the company that sells it.
          </p>
          <p>
            So a conversation with us begins with your family, your vehicle or your business, and
            not with a product. We say what a policy does and what it does not do, and we are still
            there after the first premium is paid.
          </p>
        </div>
      </div>
      <ol className="steps">
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <dl className="registration">
        <WhenSet of="licence">
          <div className="registration-entry">
            <dt>IRDAI licence</dt>
            <dd>{slot('licence')}</dd>
          </div>
        </WhenSet>
        <WhenSet of="gstin">
          <div className="registration-entry">
            <dt>GSTIN</dt>
            <dd>{slot('gstin')}</dd>
          </div>
        </WhenSet>
      </dl>
    </div>
  </section>
);
