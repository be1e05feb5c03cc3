import { type CSSProperties, createContext, type ReactNode, use, useRef } from 'react';
import { useElementSize } from '../useElementSize';
import './ListScreen.css';

/** Toolbars that are narrower than this, in CSS pixels, have icons without words. */
const NARROW = 896;

const IsNarrow = createContext(false);

/** Whether the toolbar around has no room for words. */
export const useNarrowToolbar = () => use(IsNarrow);

/** The words of a button of a toolbar; in a narrow one they are its tip. */
export const useToolbarText = (text: string) =>
  useNarrowToolbar() ? { 'aria-label': text, title: text } : { text };

interface ListFrameProps {
  /** Names the screen's part, such as "Customers". */
  label: string;
  toolbar: ReactNode;
  children: ReactNode;
}

/** A toolbar that stays in sight while what is under it scrolls with the page. */
export function ListFrame({ label, toolbar, children }: ListFrameProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { width, height } = useElementSize(bar);
  const isNarrow = width > 0 && width < NARROW;
  return (
    <section
      className="list-screen"
      aria-label={label}
      data-narrow={isNarrow}
      style={{ '--toolbar-height': `${height}px` } as CSSProperties}
    >
      <div ref={bar} className="page-toolbar">
        <IsNarrow value={isNarrow}>{toolbar}</IsNarrow>
      </div>
      {children}
    </section>
  );
}
