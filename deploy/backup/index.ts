export { BACKUP_PARTS, type BackupParts, backUp } from './backUp.js';
export { RESTORE_PARTS, type RestoreParts, restore } from './restore.js';
