import { WRITE_MAIL } from './mailLinks';
import { QUOTE_FORM } from './quoteLinks';
import { OutwardLink, PhoneLink, slot, WhenSet, WhenUnset } from './slots';

/** A card for each way that the brokerage has set; with none, the way that always works. */
export const Contact = () => (
  <section id="contact" className="section sand" aria-labelledby="contact-title">
    <div className="frame">
      <div className="section-head">
        <h2 id="contact-title">Talk to us</h2>
        <p>Ask us anything about your cover. You speak with a person who can answer.</p>
      </div>
      <div className="contact-cards">
        <WhenSet of="phone">
          <div className="contact-card">
            <h3>Phone</h3>
            <p className="contact-value">
              <PhoneLink />
            </p>
          </div>
        </WhenSet>
        <WhenSet of="email">
          <div className="contact-card">
            <h3>Email</h3>
            <p className="contact-value">
              <a href={WRITE_MAIL}>{slot('email')}</a>
            </p>
          </div>
        </WhenSet>
        <WhenSet of="address">
          <div className="contact-card">
            <h3>Office</h3>
            <address className="contact-value">{slot('address')}</address>
            <p className="contact-more">
              <OutwardLink
                href={`https://www.google.com/maps/search/?api=1&query=${slot('addressInUrl')}`}
              >
                Show on a map
              </OutwardLink>
            </p>
          </div>
        </WhenSet>
        <WhenUnset of="phone">
          <WhenUnset of="email">
            <WhenUnset of="address">
              <div className="contact-card">
                <h3>Office in Kerala</h3>
                <p>Our number and address will stand here soon.</p>
                <p className="contact-more">
                  <a href={QUOTE_FORM}>Ask for a quote</a>
                </p>
              </div>
            </WhenUnset>
          </WhenUnset>
        </WhenUnset>
      </div>
    </div>
  </section>
);
