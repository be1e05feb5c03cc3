import { useAddress } from '../../ui/useAddress';

/** The sheet that the address names, else the first; undefined where there is none. */
export function useShownSheet<Sheet extends { index: number }>(
  sheets: readonly Sheet[],
): Sheet | undefined {
  const { params } = useAddress();
  const named = params.get('sheet');
  return sheets.find(({ index }) => String(index) === named) ?? sheets[0];
}
