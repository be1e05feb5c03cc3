import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { rareDialog } from '../../ui/lazyDialog';
import { BackToToday } from './BackToToday';

const PastDayDialog = rareDialog(() => import('./PastDayDialog'));

/** Over every screen of a past day: which day it is, and the ways out. */
export default function PastBanner({ day }: { day: Day }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <section className="past-banner" aria-label="A past day">
      <span className="past-mark" aria-hidden="true" />
      <History size={16} />
      <p>
        <strong>As of the end of {formatDay(day)}.</strong> Nothing can be changed here.
      </p>
      <Button variant="outlined" onClick={() => setChoosing(true)}>
        Another Day
      </Button>
      <BackToToday />
      {isChoosing && <PastDayDialog onClose={() => setChoosing(false)} />}
    </section>
  );
}
