/** Labels as a sentence begins with them: "Phone", "Phone and city", "Phone, email and city". */
export const listed = (labels: readonly string[]): string => {
  const words = labels.map((label, i) =>
    i === 0 || /^[A-Z]{2}|^Aadhaar/.test(label) ? label : label.toLowerCase(),
  );
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
};
