/** A short message to one phone, as an HTTP gateway carries it. */
export interface ShortMessage {
  /** The digits of the number with its country code, such as `919876543210`. */
  readonly to: string;
  readonly text: string;
  /** Under which the text is registered: at DLT for an SMS, with the gateway for WhatsApp. */
  readonly templateId: string;
  /** What else the templates of URL, body and headers may name. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * What a gateway said. `reply`: in its own words, cleaned and cut; null when it said nothing.
 * `deferred` ones may be taken later.
 */
export type GatewayAnswer =
  | { readonly outcome: 'delivered'; readonly reply: string | null }
  | { readonly outcome: 'failed'; readonly problem: 'refused'; readonly reply: string | null }
  | {
      readonly outcome: 'deferred';
      readonly problem: 'unreachable' | 'limited' | 'misconfigured' | 'bad-answer';
      readonly reply: string | null;
      /** Milliseconds before which it is not to be asked again; absent: it did not say. */
      readonly retryAfterMs?: number;
      /** It was handed over, and nobody knows what became of it. */
      readonly mayHaveArrived: boolean;
    };

export interface MessageGateway {
  /** Never throws for what a gateway does. */
  send(message: ShortMessage): Promise<GatewayAnswer>;
  /** Whether it can be connected to; sends nothing. */
  check(): Promise<boolean>;
}
