import { Offline } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useLiveness } from '../../data/live/LiveProvider';
import { Tip } from '../../ui/Tip';
import './LiveState.css';

/** Milliseconds: what is back so soon is not worth a word. */
const DELAY_MS = 5_000;

const HINT = 'Live updates are paused. Lists will update when the connection is back.';

/** Says when changes of others do not arrive: an older screen should not look like a fresh one. */
export function LiveState() {
  const liveness = useLiveness();
  const [isSaid, setSaid] = useState(false);
  useEffect(() => {
    if (liveness !== 'lost') return setSaid(false);
    const timer = setTimeout(() => setSaid(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [liveness]);

  return (
    <div role="status" className="live-state">
      {isSaid && (
        <Tip text={HINT}>
          <span className="badge" data-tone="wait">
            <Offline size={12} />
            <span className="live-state-word">{navigator.onLine ? 'Reconnecting' : 'Offline'}</span>
          </span>
        </Tip>
      )}
    </div>
  );
}
