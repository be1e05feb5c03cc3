import { type Placement, Tooltip } from '@blueprintjs/core';
import {
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useMemo,
  useRef,
  useState,
} from 'react';

/** Milliseconds until a tip appears, and how long after one closed the next appears at once. */
const DELAY = 700;
const SKIP_DELAY = 300;

interface TipTimes {
  delay: number;
  onOpened: () => void;
  onClosed: () => void;
}

const TipContext = createContext<TipTimes>({
  delay: DELAY,
  onOpened: () => {},
  onClosed: () => {},
});

export function TipProvider({ children }: { children: ReactNode }) {
  const [delay, setDelay] = useState(DELAY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const times = useMemo(
    () => ({
      delay,
      onOpened: () => {
        clearTimeout(timer.current);
        setDelay(0);
      },
      onClosed: () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setDelay(DELAY), SKIP_DELAY);
      },
    }),
    [delay],
  );
  return <TipContext value={times}>{children}</TipContext>;
}

interface TipProps {
  text: string;
  children: ReactElement;
  placement?: Placement;
  /** Without waiting, as in the collapsed sidebar. */
  atOnce?: boolean;
  disabled?: boolean;
  fill?: boolean;
}

/** The tooltip blanks `aria-expanded` and the like of what it is given: not of what stands in here. */
const TipTarget = ({ children }: Pick<TipProps, 'children'>) => children;

export function Tip({ text, children, placement = 'bottom', atOnce, disabled, fill }: TipProps) {
  const { delay, onOpened, onClosed } = use(TipContext);
  return (
    <Tooltip
      content={text}
      placement={placement}
      hoverOpenDelay={atOnce ? 0 : delay}
      disabled={disabled}
      fill={fill}
      compact
      onOpened={onOpened}
      onClosed={onClosed}
    >
      <TipTarget>{children}</TipTarget>
    </Tooltip>
  );
}
