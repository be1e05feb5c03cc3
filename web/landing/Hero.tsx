import { HEALTH_QUOTE_MAIL, VEHICLE_QUOTE_MAIL } from './mailLinks';
import { Backwaters } from './pictures/Backwaters';
import { QUOTE_FORM } from './quoteLinks';
import { OutwardLink, slot, WhenSet } from './slots';

export const Hero = () => (
  <section className="hero" aria-labelledby="hero-title">
    <div className="frame">
      <div className="hero-words">
        <h1 id="hero-title">Looking for trusted and comprehensive insurance solutions?</h1>
        <p className="lead">
          Life, health, motor, travel, property and business cover: compared with care, explained in
          plain words, by people in Kerala whom you can reach.
        </p>
        <p className="buttons">
          <a className="button" href={HEALTH_QUOTE_MAIL}>
            Get Health Insurance Quote
          </a>
          <a className="button quiet" href={VEHICLE_QUOTE_MAIL}>
            Vehicle Insurance Quote
          </a>
        </p>
        <p className="hero-reach">
          <a className="button quiet small" href={QUOTE_FORM}>
            Ask by Form
          </a>
          <WhenSet of="phoneInUrl">
            <a className="button quiet small" href={`tel:${slot('phoneInUrl')}`}>
              Call Us
            </a>
          </WhenSet>
          <WhenSet of="whatsappInUrl">
            <OutwardLink
              className="button quiet small"
              href={`https://wa.me/${slot('whatsappInUrl')}`}
            >
              WhatsApp Us
            </OutwardLink>
          </WhenSet>
        </p>
      </div>
    </div>
    <Backwaters />
  </section>
);
