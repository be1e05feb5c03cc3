/** A frond: how far it reaches, its angle at the crown in degrees (90: up), how much it hangs. */
type Frond = readonly [reach: number, angle: number, droop: number];

const BEHIND: readonly Frond[] = [
  [128, 12, 0.5],
  [112, 50, 0.26],
  [124, 108, 0.3],
  [128, 168, 0.5],
  [104, -28, 0.42],
];
const BEFORE: readonly Frond[] = [
  [136, 36, 0.48],
  [122, 72, 0.34],
  [134, 142, 0.46],
  [112, 196, 0.42],
];

const LEAFLETS = 13;
const rounded = (value: number): number => Math.round(value * 10) / 10;
const point = (x: number, y: number): string => `${rounded(x)} ${rounded(y)}`;

/** One closed line: along the rib to the tip, and back over the tips of the leaflets. */
function frondPath([reach, angle, droop]: Frond): string {
  const radians = (angle * Math.PI) / 180;
  const endX = Math.cos(radians) * reach;
  const endY = -Math.sin(radians) * reach + reach * droop;
  const bendX = Math.cos(radians) * reach * 0.55;
  const bendY = -Math.sin(radians) * reach * 0.75;
  const at = (t: number) => ({
    x: 2 * (1 - t) * t * bendX + t * t * endX,
    y: 2 * (1 - t) * t * bendY + t * t * endY,
  });
  const side = endX < 0 ? -1 : 1;
  const back = Array.from({ length: LEAFLETS }, (_, nth) => {
    const t = 1 - nth / LEAFLETS;
    const { x, y } = at(t);
    const notch = at(t - 0.55 / LEAFLETS);
    const length = 7 + 27 * Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.05));
    const tip = point(x + side * length * 0.32, y + length);
    return `L${tip}L${point(notch.x - side, notch.y + 5)}`;
  });
  return `M0 0Q${point(bendX, bendY)} ${point(endX, endY)}${back.join('')}Z`;
}

const pathOf = (fronds: readonly Frond[]): string => fronds.map(frondPath).join('');

/** The crown of a coconut palm as a symbol, to be used by `Palm` anywhere in the same picture. */
export const PalmCrown = () => (
  <g id="palm-crown">
    <path className="frond-behind" d={pathOf(BEHIND)} />
    <g className="coconut">
      <circle cx="-9" cy="9" r="8" />
      <circle cx="8" cy="10" r="8" />
      <circle cx="0" cy="17" r="8" />
    </g>
    <path className="frond" d={pathOf(BEFORE)} />
  </g>
);

interface PalmProps {
  /** Where it stands. */
  foot: readonly [number, number];
  crown: readonly [number, number];
  /** Of the crown; the trunk follows. */
  size: number;
  /** How far the trunk swings out, to the right when positive. */
  swing: number;
}

export const Palm = ({ foot: [x, y], crown: [cx, cy], size, swing }: PalmProps) => {
  const base = 11 * size;
  const neck = 5 * size;
  const bendX = (x + cx) / 2 + swing;
  const bendY = (y + cy) / 2;
  const trunk = [
    `M${point(x - base, y)}`,
    `Q${point(bendX - base * 0.8, bendY)} ${point(cx - neck, cy)}`,
    `L${point(cx + neck, cy)}`,
    `Q${point(bendX + base * 0.6, bendY)} ${point(x + base, y)}Z`,
  ];
  return (
    <>
      <path className="trunk" d={trunk.join('')} />
      <use href="#palm-crown" transform={`translate(${cx} ${cy}) scale(${size})`} />
    </>
  );
};
