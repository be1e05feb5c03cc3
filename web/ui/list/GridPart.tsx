import type { ComponentProps } from 'react';

type GridPartProps = ComponentProps<'div'> & {
  role: 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell';
};

/** A part of a list that leaves out the rows that are out of sight, as a real table could not. */
export const GridPart = ({ role, ...rest }: GridPartProps) => <div role={role} {...rest} />;
