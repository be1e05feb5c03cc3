import { Button } from '@blueprintjs/core';
import { Flash, Moon } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { chooseTheme, useTheme } from '../ui/theme';
import type { Family } from './family';
import { FIELDS } from './parts/fields';
import { FLOATS } from './parts/floats';
import { FORMS } from './parts/forms';
import { LISTS } from './parts/lists';
import { LIST_TOOLS } from './parts/listTools';
import { RECORDS } from './parts/records';
import { SIGNS } from './parts/signs';
import './SharedParts.css';

const FAMILIES: Readonly<Record<string, Family>> = {
  Signs: SIGNS,
  Fields: FIELDS,
  Floats: FLOATS,
  Lists: LISTS,
  'List tools': LIST_TOOLS,
  Records: RECORDS,
  Forms: FORMS,
};

/**
 * Every shared part of `ui/` in every state, while the client is worked on. One that is missing
 * fails `sharedParts.unit.spec.ts`.
 */
export function SharedParts() {
  const isDark = useTheme() === 'dark';
  return (
    <main className="shared-parts" tabIndex={-1}>
      <header>
        <h1>Shared parts</h1>
        <Button
          icon={isDark ? <Flash /> : <Moon />}
          text={isDark ? 'Light' : 'Dark'}
          onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
        />
      </header>
      {Object.entries(FAMILIES).map(([name, family]) => (
        <section key={name} data-family={name}>
          <h2>{name}</h2>
          {Object.entries(family).map(([part, states]) => (
            <div key={part} className="part" data-part={part}>
              <h3>{part}</h3>
              {Object.entries(states).map(([state, look]) => (
                <figure key={state}>
                  <figcaption>{state}</figcaption>
                  {typeof look === 'function' ? <Opened>{look}</Opened> : look}
                </figure>
              ))}
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}

function Opened({ children }: { children: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Open
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
