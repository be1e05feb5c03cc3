import { describe, expect, it } from 'vitest';
import { type LeadProposal, leadFromText } from './leadFromText';

const office = {
  emails: ['anitha@malabarbrokers.in'],
  names: ['anitha', 'Malabar Brokers'],
};

const texts: readonly (readonly [what: string, text: string, expected: LeadProposal])[] = [
  [
    'forwarded by Gmail',
    `FYI, please call her. My desk: 98460 00000

---------- Forwarded message ---------
From: Lakshmi Menon <lakshmi.menon@gmail.com>
Date: Fri, 27 Nov 2026 at 18:02
Subject: Health insurance for my parents
To: <office@malabarbrokers.in>

Dear Sir,
Please send a quote for my parents, both over 60.
We live at Kadavanthra, Kochi - 682020. My number is +91 98765 43210.

Regards
Lakshmi`,
    {
      ...{ name: 'Lakshmi Menon', phone: '+91 98765 43210', email: 'lakshmi.menon@gmail.com' },
      ...{ pincode: '682020', interest: 'health', source: 'email' },
    },
  ],
  [
    'forwarded by Outlook',
    `From: Rajesh Kumar <rajesh_k@outlook.com>
Sent: 27 November 2026 09:14
To: Malabar Brokers <office@malabarbrokers.in>
Cc: Suresh <suresh@example.org>
Subject: Car insurance renewal KL 07 BM 4455

Hi, my car policy ends next week. Call 09847012345. Pin 680 001`,
    {
      ...{ name: 'Rajesh Kumar', phone: '+91 98470 12345', email: 'rajesh_k@outlook.com' },
      ...{ pincode: '680001', interest: 'vehicle', source: 'email' },
    },
  ],
  [
    'forwarded by Outlook under a line, in bold type',
    `-----Original Message-----
*From:* "Fathima Beevi" [mailto:fathima@example.com]
*Subject:* two wheeler

Scooter, 0 94470-12345`,
    {
      ...{ name: 'Fathima Beevi', phone: '+91 94470 12345', email: 'fathima@example.com' },
      ...{ interest: 'vehicle', source: 'email' },
    },
  ],
  [
    'forwarded by an iPhone',
    `Begin forwarded message:

From: Joseph Thomas <jthomas@icloud.com>
Subject: Mediclaim
Date: 26 November 2026 at 7:10:11 AM IST
To: anitha@malabarbrokers.in

Need mediclaim for 5 lakhs.

Sent from my iPhone`,
    { name: 'Joseph Thomas', email: 'jthomas@icloud.com', interest: 'health', source: 'email' },
  ],
  [
    'an answer over what the office wrote',
    `Yes please, I have a bike as well. You can reach me on 8281 234 567.
Thanks,
Vishnu Prasad

On Thu, 26 Nov 2026 at 10:15, Anitha <anitha@malabarbrokers.in> wrote:
> Dear Vishnu, call us on 98460 00000.
> Anitha, Malabar Brokers, MG Road, Kochi 682016`,
    { name: 'Vishnu Prasad', phone: '+91 82812 34567', interest: 'vehicle', source: 'email' },
  ],
  [
    'the answer of the office over what was asked, in a line that is broken',
    `Will do, regards Anitha 98460 00000

On Thu, 26 Nov 2026 at 10:15, Meera Pillai
<meera.p@yahoo.co.in> wrote:
> Please insure my car.
> Meera, 9995512345, Thrissur 680020`,
    {
      ...{ name: 'Meera Pillai', phone: '+91 99955 12345', email: 'meera.p@yahoo.co.in' },
      ...{ pincode: '680020', interest: 'vehicle', source: 'email' },
    },
  ],
  [
    'of a form that a program sent',
    `From: Website <no-reply@forms.example.com>
To: office@malabarbrokers.in
Subject: New enquiry

Name: Sunitha R
Mobile: 0091 9876501234
Email: Sunitha.R@example.in
Pincode: 695001
Interested in: Health insurance`,
    {
      ...{ name: 'Sunitha R', phone: '+91 98765 01234', email: 'sunitha.r@example.in' },
      ...{ pincode: '695001', interest: 'health', source: 'email' },
    },
  ],
  [
    'with an address to answer to',
    `From: Portal <leads@portal.example.com>
Reply-To: Biju Varghese <biju@example.net>
Subject: Lead

Name : Biju Varghese
Vehicle : Maruti Swift
Contact 7012345678`,
    {
      ...{ name: 'Biju Varghese', phone: '+91 70123 45678', email: 'biju@example.net' },
      ...{ interest: 'vehicle', source: 'email' },
    },
  ],
  [
    'with two numbers',
    `From: Arun <arun@example.com>

Call me at 98765 43210 / 94471 23456 for a health cover.`,
    {
      ...{ name: 'Arun', phone: '+91 98765 43210', email: 'arun@example.com' },
      details: 'Other number: +91 94471 23456',
      ...{ interest: 'health', source: 'email' },
    },
  ],
  [
    'in Malayalam',
    `From: ലക്ഷ്മി നായർ <lakshmi@example.com>
Subject: ആരോഗ്യ ഇൻഷുറൻസ്

നമസ്കാരം, എനിക്ക് ഒരു പോളിസി വേണം. ഫോൺ: 98765 43210
പിൻകോഡ് 673001
നന്ദി`,
    {
      ...{ name: 'ലക്ഷ്മി നായർ', phone: '+91 98765 43210', email: 'lakshmi@example.com' },
      ...{ pincode: '673001', interest: 'health', source: 'email' },
    },
  ],
  [
    'in Malayalam, without a header',
    `എന്റെ പേര് രാജേഷ്
എന്റെ കാറിന് ഇൻഷുറൻസ് വേണം, 9447012345`,
    { name: 'രാജേഷ്', phone: '+91 94470 12345', interest: 'vehicle', source: 'email' },
  ],
  [
    'without a header, known by its signature',
    `Hello, I want to insure my family against hospital bills.

Warm regards,

Dr. Susan George
Cell: (+91) 90487 65432
susan.george@hospital.example.org`,
    {
      ...{ name: 'Dr. Susan George', phone: '+91 90487 65432' },
      ...{ email: 'susan.george@hospital.example.org', interest: 'health', source: 'email' },
    },
  ],
  [
    'with amounts, a policy number and an Aadhaar number, which are none of it',
    `From: Ravi <ravi@example.com>

Premium 250000, IDV 450000, policy 9876543210123456, Aadhaar 9876 5432 1098, OTP 482913.`,
    { name: 'Ravi', email: 'ravi@example.com', source: 'email' },
  ],
  [
    'of a chat as an iPhone writes it',
    `[28/11/26, 10:15:22 AM] Deepa K: Hi, this is about my car insurance
[28/11/26, 10:16:02 AM] Malabar Brokers: Call us: 98460 00000
[28/11/26, 10:17:40 AM] Deepa K: My number 9995 123 456, Palakkad 678001`,
    {
      ...{ name: 'Deepa K', phone: '+91 99951 23456', pincode: '678001' },
      ...{ interest: 'vehicle', source: 'other' },
    },
  ],
  [
    'of a chat as Android writes it, of somebody without a name',
    `28/11/2026, 10:15 - +91 98951 23456: I am Manoj Kumar, need health policy
28/11/2026, 10:16 - anitha: ok`,
    { name: 'Manoj Kumar', phone: '+91 98951 23456', interest: 'health', source: 'other' },
  ],
  [
    'of somebody at a public provider where the office has an address, too',
    `From: Leela <leela@gmail.com>

Car please`,
    { name: 'Leela', email: 'leela@gmail.com', interest: 'vehicle', source: 'email' },
  ],
  ['that says nothing', 'Hello!\n\nSee attachment.', { source: 'email' }],
];

describe('a pasted text', () => {
  it.each(texts)('%s', (_what, text, expected) => {
    const emails = [...office.emails, 'malabar.brokers@gmail.com'];
    expect(leadFromText(text, { ...office, emails })).toEqual(expected);
    expect(leadFromText(text.replaceAll('\n', '\r\n'), { ...office, emails })).toEqual(expected);
  });

  it('that is very long is read, too', () => {
    const runs = ['98 ', 'on a, ', 'Ab', 'AB', 'a@', 'a.', ' '].map((part) => part.repeat(12_000));
    const long = `From: A <a@example.com>\n\n${runs.join('1\nThanks ')}`;
    expect(leadFromText(long, office)).toMatchObject({ email: 'a@example.com' });
  });
});
