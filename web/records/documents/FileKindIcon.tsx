import { Document, Font, Media } from '@blueprintjs/icons';
import { type FileKind, kindOfMimeType } from '@insuremanager/contracts/documents/documentKinds';
import type { ComponentType } from 'react';
import './FileKindIcon.css';

const ICONS: Readonly<Record<FileKind, ComponentType<{ size?: number }>>> = {
  pdf: Document,
  jpg: Media,
  png: Media,
  doc: Font,
  docx: Font,
};

/** What kind of file it is: by its shape, and by a word for those who do not see it. */
export function FileKindIcon({ mimeType, size = 16 }: { mimeType: string; size?: number }) {
  const kind = kindOfMimeType(mimeType);
  const Icon = kind === null ? Document : ICONS[kind];
  const word = kind?.toUpperCase() ?? 'File';
  return (
    <span className="file-kind" data-file-kind={kind} title={word}>
      <Icon size={size} />
      <span className="visually-hidden">{word}</span>
    </span>
  );
}
