const RIBS = 7;
/** Of the canopy, which stands on the line y = 0. */
const WIDTH = 520;
const HEIGHT = 300;

/** Where a rib meets the fringe. */
const foot = (nth: number): number => Math.round((-Math.cos((Math.PI * nth) / RIBS) * WIDTH) / 2);

/** From the top to a foot: the nearer to the middle, the straighter. */
const rib = (nth: number): string =>
  `M0 ${-HEIGHT}C${Math.round(foot(nth) * 0.72)} ${-HEIGHT + 20} ${foot(nth)} ${-HEIGHT / 2} ${foot(nth)} 0`;

const scallops = (): string =>
  Array.from({ length: RIBS }, (_, nth) => {
    const [from, to] = [foot(RIBS - nth), foot(RIBS - nth - 1)];
    return `Q${(from + to) / 2} -34 ${to} 0`;
  }).join('');

const canopy = `M${foot(0)} 0C${foot(0)} ${-HEIGHT / 2} ${Math.round(foot(0) * 0.72)} ${-HEIGHT + 20} 0 ${-HEIGHT}C${Math.round(foot(RIBS) * 0.72)} ${-HEIGHT + 20} ${foot(RIBS)} ${-HEIGHT / 2} ${foot(RIBS)} 0${scallops()}Z`;

/** Every second panel. */
const panels = [0, 2, 4, 6]
  .map((nth) => {
    const [left, right] = [foot(nth), foot(nth + 1)];
    return `M0 ${-HEIGHT}C${Math.round(left * 0.72)} ${-HEIGHT + 20} ${left} ${-HEIGHT / 2} ${left} 0Q${(left + right) / 2} -34 ${right} 0C${right} ${-HEIGHT / 2} ${Math.round(right * 0.72)} ${-HEIGHT + 20} 0 ${-HEIGHT}Z`;
  })
  .join('');

const tassels = Array.from({ length: RIBS + 1 }, (_, nth) => `M${foot(nth)} 0v26`).join('');

/** A festival umbrella in the rain. */
export const Umbrella = () => (
  <svg
    className="picture festival-umbrella"
    viewBox="-300 -350 600 520"
    aria-hidden="true"
    focusable="false"
  >
    <path
      className="rain"
      d="M-270 -320v46M-210 -250v60M-250 -140v40M240 -300v54M280 -210v44M200 -345v34M-130 -335v30M130 -340v26M270 -110v40M-285 -40v34"
    />
    <path className="staff" d="M0 -300V140q0 26 26 26" />
    <path className="canopy" d={canopy} />
    <path className="canopy-panel" d={panels} />
    <path className="canopy-line" d={[1, 2, 3, 4, 5, 6].map(rib).join('')} />
    <path className="tassel" d={tassels} />
    <circle className="finial" cx="0" cy="-308" r="12" />
    <path className="finial" d="M-4 -346h8v34h-8Z" />
  </svg>
);
