import './fullScreen.css';

/** The same as stands in `index.html`, before anything else has arrived. */
export const FullScreenSpinner = () => (
  <main className="full-screen">
    <div className="full-screen-spinner" role="status" aria-label="Loading" />
  </main>
);
