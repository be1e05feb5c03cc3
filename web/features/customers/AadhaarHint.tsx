interface AadhaarHintProps {
  mask: string;
  isRemoved: boolean;
  onRemoved: (isRemoved: boolean) => void;
}

/** The number itself stays on the server: here it is kept, replaced by typing, or removed. */
export const AadhaarHint = ({ mask, isRemoved, onRemoved }: AadhaarHintProps) => (
  <>
    {isRemoved ? 'Will be removed when you save. ' : `On file: ${mask}. Type to replace it, or `}
    <button type="button" className="link-button" onClick={() => onRemoved(!isRemoved)}>
      {isRemoved ? 'keep it' : 'remove it'}
    </button>
  </>
);
