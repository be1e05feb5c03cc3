import { formatCount } from '../../../ui/format';
import type { Tone } from '../../../ui/statusTones';

interface FiguresProps {
  figures: readonly (readonly [label: string, count: number, tone: Tone])[];
}

/** What has become of the rows, in numbers. */
export const Figures = ({ figures }: FiguresProps) => (
  <dl className="import-figures">
    {figures.map(([label, count, tone]) => (
      <div key={label} data-tone={count > 0 ? tone : undefined}>
        <dt>{label}</dt>
        <dd className="tabular">{formatCount(count)}</dd>
      </div>
    ))}
  </dl>
);
