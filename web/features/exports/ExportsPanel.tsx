import { ExportList } from './ExportList';
import { useExports } from './useExports';
import './ExportsPanel.css';

/** The user's exports in the background, whichever browser they were asked for in. */
export default function ExportsPanel() {
  return (
    <section className="exports-panel" aria-label="Exports">
      <ExportList {...useExports()} />
    </section>
  );
}
