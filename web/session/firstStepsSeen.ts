/** Under which this browser remembers how the first steps were when they were last seen. */
export const STEPS_SEEN = 'first-steps';
export type StepsSeen = 'open' | 'done';
