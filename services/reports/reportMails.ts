import type {
  NewReportSubscription,
  ReportSubscription,
} from '@insuremanager/contracts/reports/reportMails';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';

export interface MailsDue {
  readonly today: Day;
  /** Where people reach the site. */
  readonly publicUrl: string;
  readonly signal: AbortSignal;
}

/**
 * The capability "reports by email". Who gets which is a matter of taste and no fact of the trade, so
 * none of this is an event. Nobody sees another's.
 */
export interface ReportMails {
  /** The user's own, in the order in which they were made. */
  list(userId: number): Promise<ReportSubscription[]>;
  /** One that is there already is answered as it is. @throws conflict `too-many-subscriptions` */
  subscribe(subscription: NewReportSubscription, userId: number): Promise<ReportSubscription>;
  /** @throws not-found `subscription-not-found` */
  unsubscribe(id: number, userId: number): Promise<void>;
  /**
   * Sends what is due to those who may still read it, once for each week or month; what was missed is
   * sent later in it. Of a process that dies between the two, an email may be sent again, as the same
   * message. The number of those that were sent. @throws MailDeferred
   */
  sendDue(due: MailsDue): Promise<number>;
}
