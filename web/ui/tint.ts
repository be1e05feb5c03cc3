/** Which of a number of tints a name has: always the same one. */
export const tintOf = (name: string, tints: number): number => {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % tints;
};
