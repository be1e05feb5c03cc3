import { LOGIN } from './login';

export const AgentLogin = () => (
  <section id="agents" className="agents" aria-labelledby="agents-title">
    <div className="frame">
      <div>
        <h2 id="agents-title">For InsureManager Agents</h2>
        <p>Access your CRM dashboard to manage customers, policies, and claims</p>
      </div>
      <a className="button quiet" {...LOGIN}>
        Agent Login
      </a>
    </div>
  </section>
);
