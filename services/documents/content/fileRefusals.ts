import { FILE_SENTENCES } from '@insuremanager/contracts/documents/documentKinds';
import { invalid, type Refusal } from '../../platform/errors.js';

const refusedFile = (code: string, message: string): Refusal =>
  invalid([{ field: 'file', code, message }]);

export const emptyFile = () => refusedFile('file-empty', FILE_SENTENCES.empty);
export const tooLargeFile = () => refusedFile('file-too-large', FILE_SENTENCES.tooLarge);
export const wrongKindOfFile = () => refusedFile('file-kind', FILE_SENTENCES.wrongKind);
export const damagedFile = () => refusedFile('file-damaged', FILE_SENTENCES.damaged);
export const unsafeFile = () => refusedFile('file-unsafe', FILE_SENTENCES.unsafe);
