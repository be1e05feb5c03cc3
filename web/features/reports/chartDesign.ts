import type { ReportColumn, ReportName } from '@insuremanager/contracts/reports/reports';

/** How a report is drawn. */
export interface ChartDesign {
  readonly drawn: 'bars' | 'calendar';
  /** Names stand beside bars that lie, months under bars that stand. */
  readonly isLying: boolean;
  readonly isGrouped: boolean;
  /** One chart for each group of columns. */
  readonly isFaceted: boolean;
  /** The columns that are drawn; all of them where it is left out. */
  readonly columns?: readonly string[];
}

const LYING: ChartDesign = { drawn: 'bars', isLying: true, isGrouped: false, isFaceted: false };
const STANDING: ChartDesign = { ...LYING, isLying: false };

export const CHARTS: Readonly<Record<ReportName, ChartDesign>> = {
  premium_by_month: STANDING,
  premium_by_insurer: LYING,
  premium_by_kind: LYING,
  premium_by_owner: LYING,
  renewals: { ...STANDING, isFaceted: true },
  lost_renewals: LYING,
  quotations: { ...STANDING, isGrouped: true },
  leads: { ...STANDING, columns: ['new', 'contacted', 'quoted', 'won', 'lost'] },
  leads_by_source: { ...LYING, columns: ['new', 'contacted', 'quoted', 'won', 'lost'] },
  kyc_ageing: STANDING,
  expiries: { ...STANDING, drawn: 'calendar' },
  agents: { ...LYING, columns: ['health', 'vehicle'] },
};

/** A meaning has its colour everywhere, a kind its own. */
const COLOURS: Readonly<Record<string, string>> = {
  health: 'var(--brand-ink)',
  vehicle: 'var(--chart-second)',
  renewed: 'var(--brand-ink)',
  lost: 'var(--bad)',
  lapsed: 'var(--chart-wait)',
  open: 'var(--line-strong)',
  quoted: 'var(--line-strong)',
  emailed: 'var(--chart-second)',
  accepted: 'var(--chart-wait)',
  converted: 'var(--brand-ink)',
  pending: 'var(--chart-wait)',
  new: 'var(--line)',
  contacted: 'var(--chart-wait)',
  won: 'var(--brand-ink)',
};

export const colourOf = ({ key }: Pick<ReportColumn, 'key'>): string =>
  COLOURS[key] ?? COLOURS[key.replace(/^(health|vehicle)_/, '')] ?? 'var(--brand-ink)';

export interface Facet {
  /** Empty where there is one chart. */
  readonly title: string;
  readonly columns: readonly ReportColumn[];
}

/** The charts of a report, each with its columns. */
export function facetsOf(name: ReportName, columns: readonly ReportColumn[]): Facet[] {
  const { columns: wanted, isFaceted, drawn } = CHARTS[name];
  const shown = columns.filter(({ key }) => wanted?.includes(key) ?? true);
  if (drawn === 'calendar') return shown.map((one) => ({ title: one.label, columns: [one] }));
  if (!isFaceted) return [{ title: '', columns: shown }];
  const titles = [...new Set(shown.map(({ group = '' }) => group))];
  return titles.map((title) => ({
    title,
    columns: shown.filter(({ group = '' }) => group === title),
  }));
}
