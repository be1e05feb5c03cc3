/** The parameter of an address that asks what came of a talk about a renewal: the id of a term. */
export const CONTACT = 'contact';
