import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useElementSize } from '../useElementSize';
import './ListScreen.css';

interface ListFrameProps {
  /** Names the screen's part, such as "Customers". */
  label: string;
  toolbar: ReactNode;
  children: ReactNode;
}

/** A toolbar that stays in sight while what is under it scrolls with the page. */
export function ListFrame({ label, toolbar, children }: ListFrameProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(bar);
  return (
    <section
      className="list-screen"
      aria-label={label}
      style={{ '--toolbar-height': `${height}px` } as CSSProperties}
    >
      <div ref={bar} className="page-toolbar">
        {toolbar}
      </div>
      {children}
    </section>
  );
}
