import { Button } from '@blueprintjs/core';
import { Media, Trash } from '@blueprintjs/icons';
import { useId, useRef, useState } from 'react';
import { useSession } from '../../session/SessionProvider';
import { useToast } from '../../ui/toaster/Toaster';
import { CHOSEN_TYPES, logoOf, sendLogo } from './logoFile';
import {
  type AgencySettings,
  SAVE_FAILED,
  sentenceOfFailure,
  useReloadAgency,
} from './useAgencySettings';

/** The logo, which is stored as soon as it is chosen. */
export function LogoField({ settings }: { settings: AgencySettings }) {
  const { logo, version } = settings;
  const { markEnded } = useSession();
  const reload = useReloadAgency();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();

  const fail = (description: string) =>
    showToast({ title: SAVE_FAILED, description, tone: 'destructive' });

  const change = async (picture: Blob | null) => {
    setBusy(true);
    const failure = await sendLogo(picture, version);
    if (failure?.code === 'UNAUTHENTICATED') markEnded();
    const sentence = failure && sentenceOfFailure(failure);
    if (sentence) fail(sentence);
    if (!failure) showToast({ title: picture ? 'Logo Saved' : 'Logo Removed' });
    await reload();
    setBusy(false);
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const picture = await logoOf(file).catch(() => null);
    if (picture) await change(picture);
    else fail('This file is not an image that can be read. Choose a PNG, JPEG or WebP file.');
  };

  return (
    <div className="logo-field">
      <input
        ref={input}
        type="file"
        accept={CHOSEN_TYPES}
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Logo image"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          void choose(file);
        }}
      />
      <Button
        icon={<Media />}
        loading={isBusy}
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        {logo ? 'Change Logo' : 'Add a Logo'}
      </Button>
      {logo && (
        <Button icon={<Trash />} disabled={isBusy} onClick={() => void change(null)}>
          Remove Logo
        </Button>
      )}
      <span id={hint} className="muted">
        PNG, JPEG or WebP. Saved immediately
      </span>
    </div>
  );
}
