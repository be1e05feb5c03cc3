export { type BackupParts, backUp } from './backUp.js';
export { type RestoreParts, restore } from './restore.js';
