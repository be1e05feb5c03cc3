import { type RefObject, useLayoutEffect, useState } from 'react';

interface ElementSize {
  width: number;
  height: number;
}

const NOT_THERE: ElementSize = { width: 0, height: 0 };

/** The size of an element with its padding, in CSS pixels, followed as it changes; 0 at first. */
export function useElementSize(ref: RefObject<HTMLElement | null>): ElementSize {
  const [size, setSize] = useState(NOT_THERE);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((was) => (was.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
