import { Lock } from '@blueprintjs/icons';
import { Link } from 'react-router';
import './NotFoundScreen.css';

/** In place of what the role does not allow. */
export const NoAccess = () => (
  <div className="not-found">
    <span aria-hidden="true">
      <Lock size={24} />
    </span>
    <h2>You do not have access to this page</h2>
    <p className="muted">Ask an administrator if your work needs it.</p>
    <Link to="/">Go to Dashboard</Link>
  </div>
);
