/** What a message says of the link by which a quotation is accepted. */
export const acceptanceText = (url: string): string =>
  `You can look at the quotation and accept it here:\n${url}`;
