/** SQL: the Kolkata day of an instant. */
export const dayOf = (instant: string): string => `(${instant} AT TIME ZONE 'Asia/Kolkata')::date`;
