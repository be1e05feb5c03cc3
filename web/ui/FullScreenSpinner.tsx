import './fullScreen.css';

/** The same as stands in `index.html`, before anything else has arrived. */
export const FullScreenSpinner = () => (
  <main className="full-screen">
    <h1 className="full-screen-name">InsureManager</h1>
    <div className="full-screen-spinner" role="status" aria-label="Loading" />
  </main>
);
