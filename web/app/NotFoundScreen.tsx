import { Search } from '@blueprintjs/icons';
import { Link } from 'react-router';
import { HOME_PATH } from './screens';
import './NotFoundScreen.css';

export const NotFoundScreen = () => (
  <div className="not-found">
    <span aria-hidden="true">
      <Search size={24} />
    </span>
    <h2>404 Page Not Found</h2>
    <p className="muted">Did you forget to add the page to the router?</p>
    <Link to={HOME_PATH}>Go to Dashboard</Link>
  </div>
);
