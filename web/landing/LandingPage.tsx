import { About } from './About';
import { AgentLogin } from './AgentLogin';
import { Contact } from './Contact';
import { Footer } from './Footer';
import { Header } from './Header';
import { Hero } from './Hero';
import { QuoteCall } from './QuoteCall';
import { Services } from './Services';
import { WhyChoose } from './WhyChoose';

/** What visitors see. */
export const LandingPage = () => (
  <>
    <a className="skip" href="#content">
      Skip to content
    </a>
    <Header />
    <main id="content">
      <Hero />
      <Services />
      <WhyChoose />
      <QuoteCall />
      <About />
      <Contact />
      <AgentLogin />
    </main>
    <Footer />
  </>
);
