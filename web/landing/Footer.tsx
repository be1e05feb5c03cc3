import { BrandMark } from '../ui/BrandMark';
import { LIFE_AND_HEALTH, MOTOR_PROPERTY_BUSINESS } from './covers';
import { WRITE_MAIL } from './mailLinks';
import { OutwardLink, PhoneLink, slot, WhenSet, WhenUnset } from './slots';

const toCard = (name: string, { id }: { id: string }) => ({ label: name, href: `#${id}` });

const SERVICES = [
  toCard('Life Insurance', LIFE_AND_HEALTH),
  toCard('Health Insurance', LIFE_AND_HEALTH),
  toCard('Travel Insurance', LIFE_AND_HEALTH),
  toCard('Motor Insurance', MOTOR_PROPERTY_BUSINESS),
  toCard('Property Insurance', MOTOR_PROPERTY_BUSINESS),
  toCard('Business Insurance', MOTOR_PROPERTY_BUSINESS),
];

const COMPANY = [
  { label: 'About Us', href: '#about' },
  { label: 'Why Choose Us', href: '#why' },
  { label: 'Get a Quote', href: '#quote' },
  { label: 'Contact', href: '#contact' },
  { label: 'Agent Login', href: '/login' },
];

interface LinkListProps {
  title: string;
  links: readonly { label: string; href: string }[];
}

const LinkList = ({ title, links }: LinkListProps) => (
  <nav aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  </nav>
);

export const Footer = () => (
  <footer className="site-footer">
    <div className="frame">
      <div className="footer-brand">
        <a className="brand" href="/">
          <BrandMark size={32} />
          <span className="brand-name">{slot('name')}</span>
        </a>
        <p>Insurance advice from Kerala.</p>
      </div>
      <LinkList title="Services" links={SERVICES} />
      <LinkList title="Company" links={COMPANY} />
      <div className="footer-contact">
        <h2>Contact</h2>
        <ul>
          <WhenSet of="phone">
            <li>
              <PhoneLink />
            </li>
          </WhenSet>
          <WhenSet of="email">
            <li>
              <a href={WRITE_MAIL}>{slot('email')}</a>
            </li>
          </WhenSet>
          <WhenSet of="website">
            <li>
              <WhenSet of="websiteUrl">
                <OutwardLink href={slot('websiteUrl')}>{slot('website')}</OutwardLink>
              </WhenSet>
              <WhenUnset of="websiteUrl">{slot('website')}</WhenUnset>
            </li>
          </WhenSet>
          <WhenSet of="socialLinks">
            <li>
              <OutwardLink href={slot('url')}>{slot('label')}</OutwardLink>
            </li>
          </WhenSet>
          <WhenUnset of="email">
            <li>
              <a href={WRITE_MAIL}>Write to us</a>
            </li>
          </WhenUnset>
        </ul>
      </div>
    </div>
    <div className="frame legal">
      <p>© 2025 {slot('name')}. All rights reserved.</p>
      <p>
        Insurance is the subject matter of solicitation. Please read the policy wording carefully
        before concluding a sale.
      </p>
    </div>
  </footer>
);
