import './fullScreen.css';

/** Plain markup: it is on the screen before anything else has arrived. */
export const FullScreenSpinner = () => (
  <div className="full-screen" role="status" aria-label="Loading">
    <div className="full-screen-spinner" />
  </div>
);
