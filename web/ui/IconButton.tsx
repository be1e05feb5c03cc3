import { AnchorButton, Button } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import { Tip } from './Tip';

interface IconButtonProps {
  /** Its name, and what its tip says. */
  text: string;
  /** Where the name says more than the tip. */
  label?: string;
  icon: ReactElement;
  size?: 'small';
  disabled?: boolean;
  onClick?: () => void;
}

export const IconButton = ({ text, label = text, ...button }: IconButtonProps) => (
  <Tip text={text}>
    <Button variant="minimal" aria-label={label} {...button} />
  </Tip>
);

interface IconLinkProps extends Pick<IconButtonProps, 'text' | 'icon'> {
  href: string;
  target?: string;
  rel?: string;
}

export const IconLink = ({ text, ...link }: IconLinkProps) => (
  <Tip text={text}>
    <AnchorButton variant="minimal" aria-label={text} {...link} />
  </Tip>
);
