import { type RefObject, useEffect } from 'react';

const elementOf = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null);

/** Puts `blank` next to the piece of text that the selection has reached, on the side it goes to. */
function follow(selection: Selection, area: Element, blank: Element) {
  const { focusNode, focusOffset } = selection;
  const reached = elementOf(focusNode)?.closest('.pdf-page-text > span');
  if (!focusNode || !reached || !area.contains(reached)) return;
  const { startContainer, startOffset, collapsed } = selection.getRangeAt(0);
  const isBackwards = !collapsed && startContainer === focusNode && startOffset === focusOffset;
  const isAtEnd = focusOffset === (focusNode.textContent ?? '').length;
  const isPassed = isBackwards ? isAtEnd : focusOffset > 0;
  if (isPassed) reached.after(blank);
  else reached.before(blank);
}

/**
 * Lets a selection by mouse stay at the text that it has reached while the pointer is over blank
 * paper. By itself a browser leaps from there to what is next in the file, which may be far off on
 * the page. The blank paper becomes an element right behind the text, as in pdf.js' own viewer
 * (`TextLayerBuilder`).
 */
export function useSteadySelection(pages: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const area = pages.current;
    if (!area) return;
    const blank = document.createElement('div');
    blank.className = 'pdf-page-blank';
    let isDrawn = false;
    const begin = ({ pointerType }: PointerEvent) => {
      isDrawn = pointerType === 'mouse';
    };
    const move = () => {
      const selection = document.getSelection();
      if (isDrawn && selection?.rangeCount) follow(selection, area, blank);
    };
    const end = () => {
      isDrawn = false;
      blank.remove();
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    area.addEventListener('pointerdown', begin, { signal });
    document.addEventListener('selectionchange', move, { signal });
    for (const event of ['pointerup', 'pointercancel', 'blur']) {
      window.addEventListener(event, end, { signal });
    }
    return () => {
      leaving.abort();
      end();
    };
  }, [pages]);
}
