import type { Language } from '@insuremanager/contracts/customers/customerFields';
import {
  NOTICE_HEADINGS,
  NOTICE_PARTS,
  noticeFieldOf,
  type NoticeText as Text,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import './consents.css';

interface NoticeTextProps {
  notice: Text & { readonly version: number };
  language: Language;
}

/** A privacy notice as it is shown or read to a customer. */
export const NoticeText = ({ notice, language }: NoticeTextProps) => {
  const headings = NOTICE_HEADINGS[language];
  return (
    <article className="notice-text" lang={language} aria-label={headings.title}>
      <h3>{headings.title}</h3>
      {NOTICE_PARTS.map((part) => (
        <section key={part}>
          <h4>{headings[part]}</h4>
          <p>{notice[noticeFieldOf(language, part)]}</p>
        </section>
      ))}
    </article>
  );
};

/** The notice that is shown now, alone; `consents.css` leaves out the rest. */
export function printNotice(): void {
  const page = document.documentElement;
  page.classList.add('printing-notice');
  window.print();
  page.classList.remove('printing-notice');
}
