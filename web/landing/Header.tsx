import { BrandMark } from '../ui/BrandMark';
import { LOGIN } from './login';
import { QUOTE_MAIL } from './mailLinks';
import { slot } from './slots';

const SECTIONS = [
  { id: 'services', label: 'Services' },
  { id: 'about', label: 'About' },
  { id: 'contact', label: 'Contact' },
];

const SectionLinks = () => (
  <ul>
    {SECTIONS.map(({ id, label }) => (
      <li key={id}>
        <a href={`#${id}`}>{label}</a>
      </li>
    ))}
  </ul>
);

/** On a phone the links are in a popover, which needs no script and closes by Esc. */
export const Header = () => (
  <header className="site-header">
    <div className="frame">
      <a className="brand" href="/">
        <BrandMark size={32} />
        <span className="brand-name">{slot('name')}</span>
      </a>
      <nav className="wide-menu" aria-label="Sections">
        <SectionLinks />
      </nav>
      <a className="button small" href={QUOTE_MAIL}>
        Get Quote
      </a>
      <button className="menu-button" type="button" popoverTarget="menu" aria-label="Menu">
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <path d="M3 7h16M3 15h16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      <nav id="menu" className="menu" popover="auto" aria-label="Menu">
        <SectionLinks />
        <a {...LOGIN}>Agent Login</a>
      </nav>
    </div>
  </header>
);
