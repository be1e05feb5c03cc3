/** Labels as a sentence begins with them: "Phone", "Phone and city", "Phone, email and city". */
export const listed = (labels: readonly string[]): string => {
  const words = labels.map((label, i) =>
    i === 0 || /^[A-Z]{2}|^Aadhaar/.test(label) ? label : inSentence(label),
  );
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
};

/** A label inside a sentence: "Insured declared value (IDV)" keeps its abbreviation. */
export const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
