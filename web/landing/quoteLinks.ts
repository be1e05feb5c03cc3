/** The form in which a quote is asked for; what is insured is chosen there already. */
export const QUOTE_FORM = '/get-quote';
export const HEALTH_QUOTE_FORM = `${QUOTE_FORM}?for=health`;
export const VEHICLE_QUOTE_FORM = `${QUOTE_FORM}?for=vehicle`;
