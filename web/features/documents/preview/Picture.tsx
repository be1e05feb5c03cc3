import { useEffect, useState } from 'react';

interface PictureProps {
  picture: Blob;
  fileName: string;
  onFailed: () => void;
}

export function Picture({ picture, fileName, onFailed }: PictureProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    address && <img className="preview-picture" src={address} alt={fileName} onError={onFailed} />
  );
}
