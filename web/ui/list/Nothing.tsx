/** Stands in a list where there is no value: a dash, which cards leave out. */
export const NOTHING = (
  <span className="nothing">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">none</span>
  </span>
);
