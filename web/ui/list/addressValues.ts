import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';

/** A day in the address; null when there is none, or none that could be one. */
export const dayIn = (params: URLSearchParams, name: string): Day | null => {
  const value = params.get(name);
  return value !== null && isDay(value) ? value : null;
};

/** A record's id in the address; null when there is none, or none that could be one. */
export const idIn = (params: URLSearchParams, name: string): number | null => {
  const value = params.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
};
