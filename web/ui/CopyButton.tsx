import { Button } from '@blueprintjs/core';
import { Duplicate, Tick } from '@blueprintjs/icons';
import { useState } from 'react';
import { useToast } from './toaster/Toaster';

interface CopyButtonProps {
  text: string;
  /** Such as "key". */
  what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const showToast = useToast();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      // Where the page is served without TLS there is no clipboard.
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast({
        title: 'Error',
        description: `This browser does not let the ${what} be copied. Select it by hand.`,
        tone: 'destructive',
      });
    }
  };
  return (
    <Button
      icon={isCopied ? <Tick /> : <Duplicate />}
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
