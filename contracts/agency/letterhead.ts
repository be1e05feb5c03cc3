/** The brokerage as its PDFs and letters show it; what is not set is left out. */
export interface Letterhead {
  readonly name: string;
  readonly address?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly website?: string | undefined;
  /** Of the broker at IRDAI, such as `IRDAI/DB 123/45`. */
  readonly licence?: string | undefined;
  readonly gstin?: string | undefined;
  /** For links to pay by; printed nowhere. */
  readonly upiAddress?: string | undefined;
}

/** Where the brokerage has not said its name. */
export const PRODUCT_NAME = 'InsureManager';
