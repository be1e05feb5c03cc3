import { AnchorButton } from '@blueprintjs/core';
import { screenPath } from '../../data/pastDay';

/** The same screen as it is now: another page. */
export const BackToToday = () => (
  <AnchorButton role="link" href={screenPath()}>
    Back to Today
  </AnchorButton>
);
