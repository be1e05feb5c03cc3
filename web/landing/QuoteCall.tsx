import { CONSULTATION_MAIL, QUOTE_MAIL } from './mailLinks';
import { Umbrella } from './pictures/Umbrella';
import { QUOTE_FORM } from './quoteLinks';

export const QuoteCall = () => (
  <section id="quote" className="quote" aria-labelledby="quote-title">
    <div className="frame">
      <div className="quote-words">
        <h2 id="quote-title">A few lines are enough to begin</h2>
        <p>
          Tell us what you would like to protect. We come back with questions, then with options
          side by side, and the choice is yours.
        </p>
        <p className="buttons">
          <a className="button light" href={CONSULTATION_MAIL}>
            Get Free Consultation
          </a>
          <a className="button outline" href={QUOTE_MAIL}>
            Get Insurance Quote
          </a>
        </p>
        <p className="quote-more">
          No mail program at hand? <a href={QUOTE_FORM}>Ask for a quote here</a>
        </p>
      </div>
      <Umbrella />
    </div>
  </section>
);
