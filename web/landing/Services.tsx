import type { ReactNode } from 'react';
import { LIFE_AND_HEALTH, MOTOR_PROPERTY_BUSINESS, type Service } from './covers';
import { FamilyPicture } from './pictures/FamilyPicture';
import { RoadPicture } from './pictures/RoadPicture';

export const Services = () => (
  <section id="services" className="section" aria-labelledby="services-title">
    <div className="frame">
      <div className="section-head">
        <h2 id="services-title">Cover for every part of life</h2>
        <p>Whatever you want to protect, you talk to one office that sees the whole of it.</p>
      </div>
      <div className="cards">
        <ServiceCard service={LIFE_AND_HEALTH} picture={<FamilyPicture />} />
        <ServiceCard service={MOTOR_PROPERTY_BUSINESS} picture={<RoadPicture />} />
      </div>
    </div>
  </section>
);

interface ServiceCardProps {
  service: Service;
  picture: ReactNode;
}

const ServiceCard = ({ service, picture }: ServiceCardProps) => (
  <article id={service.id} className="service" aria-labelledby={`${service.id}-title`}>
    {picture}
    <div className="service-words">
      <h3 id={`${service.id}-title`}>{service.title}</h3>
      <p>{service.summary}</p>
      <ul className="bullets">
        {service.bullets.map((bullet) => (
          <li key={bullet}>{bullet}</li>
        ))}
      </ul>
      <button
        type="button"
        className="button quiet"
        popoverTarget={`${service.id}-cover`}
        aria-label={`Learn More: ${service.title}`}
      >
        Learn More
      </button>
    </div>
    <CoverPanel service={service} />
  </article>
);

/** A popover: opened, and closed by its button, by Esc or by a click beside it, without a script. */
const CoverPanel = ({ service }: { service: Service }) => {
  const id = `${service.id}-cover`;
  return (
    <div id={id} className="cover" popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <div className="cover-head">
        <h2 id={`${id}-title`}>{service.title}</h2>
        <button
          type="button"
          className="close-button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close"
          // biome-ignore lint/a11y/noAutofocus: where the focus goes when the panel opens
          autoFocus
        >
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path
              d="m4 4 12 12M16 4 4 16"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
            />
          </svg>
        </button>
      </div>
      <h3>What it includes</h3>
      <dl>
        {service.covers.map(({ name, pays }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{pays}</dd>
          </div>
        ))}
      </dl>
      <h3>Good to know</h3>
      <ul className="notes">
        {service.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <p className="small-print">
        This is an overview. What a policy pays, and what it leaves out, is in its wording, which we
        go through with you before you buy.
      </p>
      <a className="button" href={service.quoteForm}>
        Get Quote
      </a>
    </div>
  );
};
