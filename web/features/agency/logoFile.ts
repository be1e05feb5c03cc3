import { LOGO_PATH } from '@insuremanager/contracts/agency/agencyViews';
import { Problem } from '@insuremanager/contracts/problem';
import { newCommandId } from '../../data/commands';
import { type Failure, parsedJson } from '../../data/problems';

/** Pixels: more than a PDF or a screen shows of a logo. */
const ROOM = { width: 780, height: 276 } as const;

/** What can be chosen; another picture is one to which none of the above applies. */
export const CHOSEN_TYPES = 'image/png,image/jpeg,image/webp';

/**
 * A picture as a usual PNG that fits its place, so that whatever can be seen can be printed.
 * @throws when the browser cannot read it.
 */
export async function logoOf(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, ROOM.width / picture.width, ROOM.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png');
  });
}

/** Stores another logo, or removes it; null, or what failed. */
export async function sendLogo(logo: Blob | null, version: number): Promise<Failure | null> {
  const response = await fetch(LOGO_PATH, {
    method: logo ? 'PUT' : 'DELETE',
    credentials: 'same-origin',
    headers: {
      'Idempotency-Key': newCommandId(),
      'If-Match': `"${version}"`,
      ...(logo && { 'Content-Type': logo.type }),
    },
    body: logo,
  }).catch(() => null);
  if (response?.ok) return null;
  const body = await response?.text().catch(() => '');
  const problem = Problem.safeParse(parsedJson(body ?? '')).data ?? null;
  if (response?.status === 401) return { code: 'UNAUTHENTICATED', problem };
  return { code: response?.status === 412 ? 'STALE_VERSION' : 'NETWORK', problem };
}
