/** What a notification says. */
export interface Toast {
  title: string;
  description?: string;
  tone?: 'plain' | 'destructive';
}

/** One that is shown; the next has another id. */
export type ShownToast = Toast & { id: number };
