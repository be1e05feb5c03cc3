import { useApolloClient } from '@apollo/client/react';
import { Button, Intent } from '@blueprintjs/core';
import type { Permission, Role } from '@insuremanager/contracts/identity/permissions';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import { TourPlacesDocument, type TourPlacesQuery } from '../../data/operations.generated';
import { RECORD_PLACES } from '../../records/addresses';
import { useCurrentUser } from '../../session/SessionProvider';
import { usePreferences } from '../../session/usePreferences';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { useReturnFocus } from '../../ui/useReturnFocus';
import { isCovered } from '../../ui/useUncoveredKeys';
import './DemoTour.css';

const PLACES = operation(TourPlacesDocument, {});

interface Stop {
  readonly title: string;
  readonly text: string;
  /** Where it is to be seen. */
  readonly address: (places: TourPlacesQuery | undefined) => string;
  /** Without it there is nothing to be seen. */
  readonly needs?: Permission;
  /** Shown to them alone. */
  readonly only?: Role;
}

const STOPS: readonly Stop[] = [
  {
    title: 'Your day',
    text: 'What to do today: calls, tasks, quotations that end. J and K go through it, D is done, S is tomorrow.',
    address: () => '/my-day',
    only: 'agent',
  },
  {
    title: 'The whole book at a glance',
    text: 'What the brokerage holds, earns and has to renew. Every figure opens the list that it counts.',
    address: () => '/',
  },
  {
    title: 'A customer',
    text: 'Details, policies, quotations and documents in one place, and every change with who made it.',
    address: (places) => opened('/customers', 'customer', places?.customers.items[0]?.id),
  },
  {
    title: 'Renewal reminders',
    text: 'Who is due, who was told and by what. Reminders go out by themselves 29 and 15 days before.',
    address: () => '/reminders',
    needs: 'reminders.read',
  },
  {
    title: 'The history of a policy',
    text: 'Issued, endorsed, renewed: nothing is overwritten. Choose a day to see it as it was then.',
    address(places) {
      const policy = places?.policies.items[0];
      const { path } = RECORD_PLACES[policy?.kind ?? 'health'];
      return policy ? `${opened(path, 'policy', policy.id)}&tab=history` : path;
    },
    needs: 'history.read',
  },
  {
    title: 'Find anything',
    text: 'Press Ctrl+K, ⌘K or the magnifier: a name, a phone number, a few letters of a policy number.',
    address: () => '/',
    needs: 'search',
  },
];

const opened = (path: string, name: string, id: number | undefined): string =>
  id === undefined ? path : `${path}?${name}=${id}`;

/** Leads through the demo; whoever leaves it does not see it again. */
export default function DemoTour() {
  const { preferences, save } = usePreferences();
  const { permissions, role } = useCurrentUser();
  const stops = STOPS.filter(
    ({ needs, only = role }) => only === role && (!needs || permissions.includes(needs)),
  );
  const client = useApolloClient();
  const navigate = useNavigate();
  const isPhone = useMediaQuery(PHONE);
  const titleId = useId();
  const frame = useRef<HTMLElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  /** Since the last step nothing else was pressed. */
  const isLeading = useRef(false);
  const [at, setAt] = useState(0);
  const stop = stops[at];

  const leave = () => void save({ putAway: [...preferences.putAway, 'tour'] });
  const go = async (to: number) => {
    const following = stops[to];
    if (!following) return leave();
    setAt(to);
    isLeading.current = true;
    // Without an answer the lists are shown alone.
    const answer = await client.query(PLACES).catch(() => undefined);
    const address = following.address(answer?.data);
    // On a phone a record fills the window, and would lie under this.
    return navigate(isPhone ? address.replace(/\?.*/, '') : address);
  };
  const leaveNow = useRef(leave);
  useEffect(() => {
    leaveNow.current = leave;
  });
  useReturnFocus();
  useEffect(() => {
    next.current?.focus({ preventScroll: true });
    // Before the panel that it would close otherwise; what lies over this has the key for itself.
    const onKey = (event: KeyboardEvent) => {
      isLeading.current = false;
      const { target } = event;
      const isHere = target === document.body || frame.current?.contains(target as Node);
      if (event.key !== 'Escape' || !isHere || isCovered()) return;
      event.preventDefault();
      event.stopPropagation();
      leaveNow.current();
    };
    // A panel takes the focus as it opens; whoever is led by the keyboard goes on from here.
    const onFocus = ({ target }: FocusEvent) => {
      if (!isLeading.current || !(target instanceof Element) || !target.matches('[role=dialog]'))
        return;
      isLeading.current = false;
      next.current?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKey, true);
    document.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);

  if (!stop) return null;
  const isLast = at === stops.length - 1;
  return (
    <aside ref={frame} className="demo-tour" aria-labelledby={titleId}>
      <p className="muted">
        Tour of the demo, {at + 1} of {stops.length}
      </p>
      <h2 id={titleId}>{stop.title}</h2>
      <p aria-live="polite">{stop.text}</p>
      <div className="demo-tour-buttons">
        <Button variant="minimal" onClick={leave}>
          Leave the Tour
        </Button>
        {at > 0 && <Button onClick={() => go(at - 1)}>Back</Button>}
        <Button ref={next} intent={Intent.PRIMARY} onClick={() => go(at + 1)}>
          {isLast ? 'Finish' : 'Next'}
        </Button>
      </div>
    </aside>
  );
}
