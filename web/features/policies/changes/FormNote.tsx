import { WarningSign } from '@blueprintjs/icons';

/** What looks wrong about a whole form, and holds nothing up. */
export const FormNote = ({ children }: { children: string }) => (
  <p className="form-field-warning form-note" role="note">
    <WarningSign size={12} />
    {children}
  </p>
);
