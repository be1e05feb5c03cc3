/** Somebody to whom leads are given. */
export interface LeadAgent {
  readonly id: number;
  readonly username: string;
}

/** A line of the agency's setting: `682, 683: anitha`. */
const LINE = /^\s*([\d\s,]+?)\s*[:=]\s*(\S+)\s*$/;

/** The username that is set for a pincode, by the longest beginning of it; null: none is. */
export function ownerOfPincode(setting: string | null, pincode: string | null): string | null {
  if (!setting || !pincode) return null;
  const beginnings = setting.split(/[\n;]/).flatMap((line) => {
    const [, digits = '', username = ''] = LINE.exec(line) ?? [];
    return digits.split(/[\s,]+/).flatMap((part) => (part ? [{ part, username }] : []));
  });
  const [best] = beginnings
    .filter(({ part }) => pincode.startsWith(part))
    .sort((a, b) => b.part.length - a.part.length);
  return best?.username ?? null;
}

/**
 * Who sees to a lead that nobody has taken: whom the agency has set for its pincode, otherwise whose
 * turn it is. Turns are numbers of a sequence, so of two leads at once each has its own.
 */
export function ownerOf(
  agents: readonly LeadAgent[],
  { setting, pincode, turn }: { setting: string | null; pincode: string | null; turn: number },
): number | null {
  const named = ownerOfPincode(setting, pincode);
  const byPincode = agents.find(({ username }) => username === named);
  if (byPincode) return byPincode.id;
  const inTurn = [...agents].sort((a, b) => a.id - b.id);
  return inTurn[turn % inTurn.length]?.id ?? null;
}
