import { POLICY_TYPE_WORDS, VEHICLE_TYPE_WORDS } from './policyWords';

const WORDS: Readonly<Record<string, string>> = { ...POLICY_TYPE_WORDS, ...VEHICLE_TYPE_WORDS };

/** A policy type or a vehicle type by its word. */
export const typeWord = (type: string): string => WORDS[type] ?? type;
