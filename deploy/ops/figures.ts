import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';

/** 130000 as 1,30,000: the way it is grouped in India. */
export const count = (number: number): string => Math.round(number).toLocaleString('en-IN');

/** Seconds for a person: "0 s", "42 s", "3 min 5 s", "2 h 10 min". */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

const TIME = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `21/11/2026 10:29`, in Kolkata. */
export const formatTime = (at: Date): string => `${formatDay(kolkataDay(at))} ${TIME.format(at)}`;

/** Characters. */
const BAR = 24;

/** @param part from 0 to 1 */
export const bar = (part: number): string => '█'.repeat(Math.round(part * BAR)).padEnd(BAR, '░');

/** Bytes for a person: "812 kB", "3.4 MB", "12.0 GB". */
export function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
