import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { useEffect, useState } from 'react';
import { today } from '../data/pastDay';

/** How often it is looked whether a new day has begun: a timer set for midnight would miss it. */
const LOOK_MS = 15_000;

/** The day of the office that is shown, as long as the page is open. */
export function useToday(): Day {
  const [day, setDay] = useState(today);
  useEffect(() => {
    const look = () => setDay(today());
    const timer = setInterval(look, LOOK_MS);
    // A page that was hidden may have slept.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return day;
}
