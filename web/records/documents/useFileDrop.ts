import { useEffect, useEffectEvent, useState } from 'react';
import { hasFiles, takeFileDrops } from './fileDrops';

/**
 * Files that are dropped anywhere in the window.
 * @param isOn while false, files are not taken.
 * @returns whether files are over the window now.
 */
export function useFileDrop(onFiles: (files: File[]) => void, isOn = true): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    if (!isOn) return;
    // Every element that is entered and left tells so: files are over as long as one is entered.
    let entered = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      entered += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      entered -= 1;
      if (entered <= 0) setOver(false);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    const stopTaking = takeFileDrops((files) => {
      entered = 0;
      setOver(false);
      if (files.length > 0) take(files);
    });
    return () => {
      setOver(false);
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      stopTaking();
    };
  }, [isOn]);
  return isOver;
}
