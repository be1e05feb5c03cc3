import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import PDFDocument from 'pdfkit';

/*
 * Ten policy schedules as Indian insurers lay them out. Persons, numbers and vehicles are made up;
 * what else stands on such a page (other numbers, other dates, other amounts) is there as well.
 */

const { resolve } = createRequire(import.meta.url);
const DEVANAGARI = resolve(
  '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
);
/** It has the rupee sign. */
const RUPEE = resolve('@fontsource/inter/files/inter-latin-ext-400-normal.woff');

type Doc = InstanceType<typeof PDFDocument>;

export interface Layout {
  /** What is special about it. */
  readonly name: string;
  readonly kind: PolicyKind;
  readonly insuredName: string;
  /** All that a person would type from it. */
  readonly expected: Readonly<Partial<Record<PolicyField, string>>>;
  readonly draw: (doc: Doc) => void;
}

/** A PDF as it comes from an insurer. */
export function pdfOf(
  draw: (doc: Doc) => void,
  options: ConstructorParameters<typeof PDFDocument>[0] = {},
): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin: 36, ...options });
  doc.registerFont('hindi', DEVANAGARI);
  doc.registerFont('rupee', RUPEE);
  const written = buffer(doc);
  draw(doc);
  doc.end();
  return written;
}

const put = (doc: Doc, x: number, y: number, text: string, size = 9, font = 'Helvetica') => {
  doc.font(font).fontSize(size).text(text, x, y, { lineBreak: false });
};
const bold = (doc: Doc, x: number, y: number, text: string, size = 9) =>
  put(doc, x, y, text, size, 'Helvetica-Bold');

/** Lines of cells at fixed columns. */
function rows(
  doc: Doc,
  columns: readonly number[],
  top: number,
  lines: readonly (readonly string[])[],
  step = 16,
) {
  for (const [nth, line] of lines.entries()) {
    for (const [index, text] of line.entries()) {
      if (text !== '') put(doc, columns[index] ?? 36, top + nth * step, text);
    }
  }
}

const SMALL_PRINT = [
  'Please quote your policy number in all correspondence. The premium for this policy has been',
  'received subject to realisation of the cheque. The policy period ends at midnight. For claims',
  'call 1800 425 2255. IRDAI Registration No. 129. CIN: L66010TN2005PLC056649. UIN: SHAHLIP22199V062122.',
];
const smallPrint = (doc: Doc, top: number) =>
  rows(
    doc,
    [36],
    top,
    SMALL_PRINT.map((line) => [line]),
    12,
  );

const healthFloater: Layout = {
  name: 'two columns with colons, health floater',
  kind: 'health',
  insuredName: 'Meenakshi Pillai',
  expected: {
    policyNumber: 'P/181118/01/2026/004512',
    insuranceCompany: 'Star Health',
    policyType: 'family',
    startDate: '01/04/2026',
    endDate: '31/03/2027',
    sumAssured: '10,00,000',
    premiumAmount: '21,450',
    premiumFrequency: 'yearly',
  },
  draw(doc) {
    bold(doc, 120, 36, 'Star Health and Allied Insurance Company Limited', 13);
    bold(doc, 190, 56, 'Family Health Optima - Policy Schedule', 11);
    rows(doc, [36, 130, 320, 420], 90, [
      ['Policy No.', ': P/181118/01/2026/004512', 'Issue Date', ': 28/03/2026'],
      ['Proposer Name', ': Mrs. Meenakshi Pillai', 'Customer Code', ': AA0012345678'],
      ['Address', ': 14 Temple Road, Aluva', 'Phone', ': 9895012345'],
      ['Policy Type', ': Family Floater', 'Previous Policy No.', ': P/181118/01/2025/003377'],
      ['Period of Insurance', ': From 01/04/2026 00:00 Hrs To midnight of 31/03/2027'],
      ['Payment Frequency', ': Annual', 'Intermediary Code', ': BA0000181118'],
    ]);
    rows(doc, [36, 200, 320, 440], 200, [
      ['Basic Sum Insured', 'Rs. 10,00,000', 'Bonus Sum Insured', 'Rs. 2,50,000'],
      ['Net Premium', 'Rs. 21,450.00', 'GST', 'Rs. 0.00'],
      ['Total Premium', 'Rs. 21,450.00', 'Receipt No.', 'RC/2026/889201'],
    ]);
    smallPrint(doc, 300);
  },
};

const healthTable: Layout = {
  name: 'a table with headings above values, health individual',
  kind: 'health',
  insuredName: 'Thomas Kurian Vadakkel',
  expected: {
    policyNumber: '2312100345678900000',
    insuranceCompany: 'HDFC ERGO',
    policyType: 'individual',
    startDate: '15/06/2026',
    endDate: '14/06/2027',
    sumAssured: '5,00,000',
    premiumAmount: '14,160.50',
  },
  draw(doc) {
    bold(doc, 36, 36, 'HDFC ERGO General Insurance Company Limited', 12);
    bold(doc, 36, 56, 'my: health Suraksha - Certificate of Insurance', 11);
    rows(doc, [36, 180, 320, 440], 96, [
      ['Policy Number', 'Policy Start Date', 'Policy End Date', 'Policy Type'],
      ['2312100345678900000', '15-Jun-2026', '14-Jun-2027', 'Individual'],
    ]);
    rows(doc, [36, 220, 360], 150, [
      ['Insured Name', 'Date of Birth', 'Relationship'],
      ['Mr. Thomas Kurian Vadakkel', '12-Feb-1979', 'Self'],
    ]);
    rows(doc, [36, 180, 320, 440], 204, [
      ['Sum Insured (Rs.)', 'Cumulative Bonus (Rs.)', 'Deductible', 'Total Premium Payable (Rs.)'],
      ['5,00,000', '50,000', 'Nil', '14,160.50'],
    ]);
    smallPrint(doc, 300);
  },
};

const motorPackage: Layout = {
  name: 'labels and values in one text each, private car',
  kind: 'vehicle',
  insuredName: 'Rahim Abdul Kareem',
  expected: {
    policyNumber: '3001/M-12345678/00/000',
    insuranceCompany: 'ICICI Lombard',
    vehicleNumber: 'KL 07 CD 4521',
    vehicleType: 'car',
    vehicleMake: 'Maruti Suzuki',
    vehicleModel: 'Baleno Zeta',
    vehicleYear: '2022',
    engineNumber: 'K12NP1234567',
    chassisNumber: 'MBHEWB22SNJ123456',
    coverType: 'comprehensive',
    startDate: '05/07/2026',
    endDate: '04/07/2027',
    sumAssured: '6,45,000',
    premiumAmount: '12,390',
    ncbPercent: '35',
  },
  draw(doc) {
    bold(doc, 36, 36, 'ICICI Lombard General Insurance Company Limited', 12);
    bold(
      doc,
      36,
      56,
      'Private Car Package Policy - Certificate of Insurance cum Policy Schedule',
      10,
    );
    rows(doc, [36, 310], 90, [
      ['Policy No: 3001/M-12345678/00/000', 'Policy Issued On: Jul 01, 2026'],
      ['Name of the Insured: Mr Rahim Abdul Kareem', 'Covernote No: CN99887766'],
      ['Period of Insurance: Jul 05, 2026 00:00 Hrs to Jul 04, 2027 23:59 Hrs', ''],
      ['Type of Cover: Package Policy', 'RTO Location: Ernakulam'],
    ]);
    rows(doc, [36, 310], 170, [
      ['Registration No: KL-07-CD-4521', 'Make: Maruti Suzuki'],
      ['Engine No: K12NP1234567', 'Model: Baleno Zeta'],
      ['Chassis No: MBHEWB22SNJ123456', 'Mfg Yr: 2022'],
      ['Cubic Capacity: 1197', 'Seating Capacity: 5'],
    ]);
    rows(doc, [36, 310], 250, [
      ['Vehicle IDV: Rs. 6,30,000', 'Non Electrical Accessories: Rs. 15,000'],
      ['Total IDV: Rs. 6,45,000', 'No Claim Bonus: 35%'],
      ['Total Own Damage Premium: Rs. 7,084', 'Total Liability Premium: Rs. 3,416'],
      ['Net Premium: Rs. 10,500', 'GST (18%): Rs. 1,890'],
      ['Total Premium: Rs. 12,390', 'Previous Insurer: Bajaj Allianz General Insurance Co. Ltd.'],
    ]);
    smallPrint(doc, 360);
  },
};

const twoWheelerBilingual: Layout = {
  name: 'Hindi and English labels, two-wheeler liability',
  kind: 'vehicle',
  insuredName: 'Sunita Devi Yadav',
  expected: {
    policyNumber: '31010031260300004567',
    insuranceCompany: 'New India Assurance',
    vehicleNumber: 'UP 32 KL 9087',
    vehicleType: 'bike',
    vehicleMake: 'Hero',
    vehicleModel: 'Splendor Plus',
    vehicleYear: '2019',
    engineNumber: 'HA10AGKHD12345',
    chassisNumber: 'MBLHAW091KHD54321',
    coverType: 'third_party',
    startDate: '20/01/2026',
    endDate: '19/01/2027',
    premiumAmount: '843',
  },
  draw(doc) {
    bold(doc, 36, 36, 'The New India Assurance Company Limited', 12);
    put(doc, 36, 56, 'दि न्यू इंडिया एश्योरन्स कंपनी लिमिटेड', 11, 'hindi');
    bold(doc, 36, 76, 'Two Wheeler Liability Only Policy', 10);
    const fields: readonly (readonly [string, string, string])[] = [
      ['पॉलिसी संख्या / ', 'Policy No.', '31010031260300004567'],
      ['बीमाधारक का नाम / ', 'Name of Insured', 'Smt. Sunita Devi Yadav'],
      ['पॉलिसी प्रकार / ', 'Type of Policy', 'Liability Only'],
      ['प्रारंभ तिथि / ', 'Start Date', '20/01/2026 00:00:01'],
      ['समाप्ति तिथि / ', 'End Date', '19/01/2027 23:59:59'],
      ['पंजीकरण संख्या / ', 'Registration No.', 'UP32KL9087'],
      ['इंजन संख्या / ', 'Engine No.', 'HA10AGKHD12345'],
      ['चेसिस संख्या / ', 'Chassis No.', 'MBLHAW091KHD54321'],
      ['निर्माता / ', 'Make', 'Hero'],
      ['मॉडल / ', 'Model', 'Splendor Plus'],
      ['निर्माण वर्ष / ', 'Year of Manufacture', '2019'],
      ['कुल देय प्रीमियम / ', 'Total Premium Payable', 'Rs. 843.00'],
    ];
    for (const [nth, [hindi, english, value]] of fields.entries()) {
      const y = 110 + nth * 18;
      doc.font('hindi').fontSize(9).text(hindi, 36, y, { lineBreak: false, continued: true });
      doc.font('Helvetica').text(english, { lineBreak: false });
      put(doc, 260, y + 2, ':');
      put(doc, 280, y + 2, value);
    }
    smallPrint(doc, 360);
  },
};

const healthPages: Layout = {
  name: 'a letter first, the schedule on its second page, health',
  kind: 'health',
  insuredName: 'Joseph Antony',
  expected: {
    policyNumber: 'CHI-26-90871234-01',
    insuranceCompany: 'Care Health',
    startDate: '11/08/2026',
    endDate: '10/08/2027',
    sumAssured: '7,00,000',
    premiumAmount: '18,245',
  },
  draw(doc) {
    bold(doc, 36, 36, 'Care Health Insurance Limited', 12);
    rows(doc, [36], 90, [
      ['Dear Joseph Antony,'],
      [
        'Thank you for choosing us. Your policy schedule follows on the next page. Please check it and',
      ],
      [
        'tell us within 15 days if the sum insured, the policy period or the premium differ from what you',
      ],
      ['have proposed. Your health card number is 90871234.'],
    ]);
    doc.addPage();
    bold(doc, 36, 36, 'Care Health Insurance Company Limited', 10);
    bold(doc, 36, 56, 'POLICY SCHEDULE - CARE SUPREME', 11);
    const grid: readonly (readonly [string, string, string, string])[] = [
      ['POLICY NUMBER', 'CHI-26-90871234-01', 'POLICYHOLDER', 'Mr. Joseph Antony'],
      ['COVER START DATE', '11 August 2026', 'COVER END DATE', '10 August 2027'],
      ['SUM INSURED', 'Rs. 7 Lakh', 'PREMIUM PAID', 'Rs. 18,245/-'],
      ['DATE OF ISSUE', '09 August 2026', 'UIN', 'CHIHLIP23128V012223'],
    ];
    for (const [nth, [left, leftValue, right, rightValue]] of grid.entries()) {
      const y = 96 + nth * 44;
      put(doc, 36, y, left, 7);
      put(doc, 36, y + 11, leftValue, 11);
      put(doc, 310, y, right, 7);
      put(doc, 310, y + 11, rightValue, 11);
    }
    doc.addPage();
    smallPrint(doc, 36);
  },
};

const goodsCarrier: Layout = {
  name: 'four columns without colons, goods carrying vehicle with CGST and SGST',
  kind: 'vehicle',
  insuredName: 'Vellore Transport Services',
  expected: {
    policyNumber: '0411003126P108765432',
    insuranceCompany: 'United India Insurance',
    vehicleNumber: 'TN 23 BZ 7788',
    vehicleType: 'truck',
    vehicleMake: 'Ashok Leyland',
    vehicleModel: 'Dost Plus',
    vehicleYear: '2021',
    engineNumber: 'AVH123456P',
    chassisNumber: 'MB1AA22E3MRA12345',
    startDate: '12/09/2026',
    endDate: '11/09/2027',
    sumAssured: '5,40,000',
    premiumAmount: '34,220',
    ncbPercent: '20',
  },
  draw(doc) {
    bold(doc, 36, 36, 'UNITED INDIA INSURANCE COMPANY LIMITED', 12);
    bold(doc, 36, 56, 'GOODS CARRYING VEHICLE (OTHER THAN THREE WHEELERS) PACKAGE POLICY', 9);
    rows(doc, [36, 140, 310, 420], 90, [
      ['Policy Number', '0411003126P108765432', 'Receipt Date', '11-09-2026'],
      ['Insured Name', 'M/s Vellore Transport Services', 'Business Type', 'Rollover'],
      ['Effective From', '12-09-2026 00:00 Hrs', 'Date of Expiry', '11-09-2027 23:59 Hrs'],
      ['Regn. No.', 'TN 23 BZ 7788', 'Date of Registration', '02-09-2021'],
      ['Make', 'Ashok Leyland', 'Model', 'Dost Plus'],
      ['Engine No.', 'AVH123456P', 'Chassis No.', 'MB1AA22E3MRA12345'],
      ['Year of Manufacture', '2021', 'GVW', '2590'],
    ]);
    rows(doc, [36, 240, 310, 480], 230, [
      ["Insured's Declared Value", '5,40,000.00', 'Basic OD Premium', '9,450.00'],
      ['NCB %', '20', 'Basic TP Premium', '21,440.00'],
      ['Net Premium', '29,000.00', 'PA Owner-Driver Premium', '330.00'],
      ['CGST', '2,610.00', 'SGST', '2,610.00'],
      ['Gross Premium', '34,220.00', 'Stamp Duty', '0.50'],
    ]);
    smallPrint(doc, 360);
  },
};

const bundledCar: Layout = {
  name: 'own damage and third party with periods of their own, new car',
  kind: 'vehicle',
  insuredName: 'Priya Raghunathan',
  expected: {
    policyNumber: 'D098765432/15072026',
    insuranceCompany: 'Go Digit',
    vehicleNumber: 'NEW',
    vehicleType: 'car',
    vehicleMake: 'Hyundai',
    vehicleModel: 'Creta SX',
    vehicleYear: '2026',
    engineNumber: 'G4FLSU123456',
    chassisNumber: 'MALPC813LSM123456',
    startDate: '15/07/2026',
    endDate: '14/07/2027',
    thirdPartyEndDate: '14/07/2029',
    sumAssured: '14,50,000',
    premiumAmount: '61,844',
    ncbPercent: '0',
  },
  draw(doc) {
    bold(doc, 36, 36, 'Go Digit General Insurance Limited', 12);
    put(doc, 36, 54, 'Go Digit General Insurance Company Ltd., Bengaluru', 7);
    bold(doc, 36, 66, 'Digit Private Car Policy (Bundled) - Policy Schedule', 10);
    rows(doc, [36, 180], 96, [
      ['Policy Number', 'D098765432/15072026'],
      ['Name of the Insured', 'Ms. Priya Raghunathan'],
      ['Own Damage Cover Period', '15-Jul-2026 to 14-Jul-2027 (midnight)'],
      ['Third Party Cover Period', '15-Jul-2026 to 14-Jul-2029 (midnight)'],
      ['Vehicle Registration No.', 'NEW'],
      ['Make / Model', 'Hyundai / Creta SX'],
      ['Engine No. / Chassis No.', 'G4FLSU123456 / MALPC813LSM123456'],
      ['Year of Manufacture', '2026'],
      ['IDV', 'Rs 14,50,000'],
      ['NCB', '0%'],
    ]);
    rows(doc, [320, 480], 290, [
      ['Own Damage Premium (A)', '31,200.00'],
      ['Third Party Premium (B)', '21,210.17'],
      ['Net Premium (A+B)', '52,410.17'],
      ['IGST @ 18%', '9,433.83'],
      ['Final Premium', '61,844.00'],
    ]);
    smallPrint(doc, 400);
  },
};

const familyTable: Layout = {
  name: 'members with sums of their own, which nobody can tell apart',
  kind: 'health',
  insuredName: 'Balakrishnan Nair',
  expected: {
    policyNumber: '50105 2026 10 00123',
    insuranceCompany: 'National Insurance',
    startDate: '03/02/2026',
    endDate: '02/02/2027',
    premiumAmount: '27,612',
  },
  draw(doc) {
    bold(doc, 36, 36, 'National Insurance Company Limited', 12);
    bold(doc, 36, 56, 'National Parivar Mediclaim - Policy Schedule', 11);
    rows(doc, [36, 180, 320, 440], 90, [
      ['Policy No. :', '50105 2026 10 00123', 'Proposal No. :', '7700112233'],
      ['Proposer :', 'Mr. Balakrishnan Nair', 'Agent Code :', '50105/A/77'],
      ['Risk Commencement Date :', '03.02.2026', 'Risk Expiry Date :', '02.02.2027'],
    ]);
    rows(doc, [36, 60, 220, 300, 400], 170, [
      ['Sl', 'Name', 'Age', 'Sum Insured', 'Premium'],
      ['1', 'Balakrishnan Nair', '54', '5,00,000', '16,300.00'],
      ['2', 'Latha Balakrishnan', '49', '3,00,000', '11,312.00'],
    ]);
    rows(doc, [36, 300], 250, [['Total Premium', '27,612.00']]);
    smallPrint(doc, 300);
  },
};

const monthlyHealth: Layout = {
  name: 'paid in instalments, with the rupee sign of a font of its own',
  kind: 'health',
  insuredName: 'Farhan Siddiqui',
  expected: {
    policyNumber: 'NBHTGDP26100456701',
    insuranceCompany: 'Niva Bupa',
    policyType: 'individual',
    startDate: '09/05/2026',
    endDate: '08/05/2027',
    sumAssured: '15,00,000',
    premiumAmount: '1,845',
    premiumFrequency: 'monthly',
  },
  draw(doc) {
    bold(doc, 36, 36, 'Niva Bupa Health Insurance Company Limited', 12);
    bold(doc, 36, 56, 'ReAssure 2.0 - Policy Schedule', 11);
    rows(doc, [36, 200], 90, [
      ['Policy Number', 'NBHTGDP26100456701'],
      ['Policyholder Name', 'Mr. Farhan Siddiqui'],
      ['Plan Type', 'Individual'],
      ['Policy Start Date & Time', '09/05/2026 00:00'],
      ['Policy End Date & Time', '08/05/2027 23:59'],
      ['Premium Payment Mode', 'Monthly'],
    ]);
    put(doc, 36, 200, 'Base Sum Insured');
    doc.font('rupee').fontSize(9).text('\u20b9', 200, 199, { lineBreak: false });
    put(doc, 208, 200, '15,00,000');
    rows(doc, [36, 200], 216, [
      ['Instalment Premium', 'Rs. 1,845.00'],
      ['Annual Premium', 'Rs. 22,140.00'],
    ]);
    smallPrint(doc, 300);
  },
};

const narrowColumns: Layout = {
  name: 'boxes with labels above values, own-damage cover of a car',
  kind: 'vehicle',
  insuredName: 'Deepa Mary Jacob',
  expected: {
    policyNumber: 'TAG/26/0158/441207',
    insuranceCompany: 'Tata AIG',
    vehicleNumber: 'KA 05 MN 6612',
    vehicleType: 'car',
    vehicleMake: 'Tata',
    vehicleModel: 'Nexon EV',
    vehicleYear: '2023',
    engineNumber: 'EVM9912345',
    chassisNumber: 'MAT627165NLP12345',
    coverType: 'own_damage',
    startDate: '30/10/2026',
    endDate: '29/10/2027',
    sumAssured: '11,20,000',
    premiumAmount: '15,340',
    ncbPercent: '25',
  },
  draw(doc) {
    bold(doc, 36, 36, 'Tata AIG General Insurance Company Limited', 12);
    bold(doc, 36, 56, 'Auto Secure - Stand Alone Own Damage Private Car Policy', 10);
    const boxes: readonly (readonly [string, string])[] = [
      ['Policy No.', 'TAG/26/0158/441207'],
      ['Insured Name', 'Mrs. Deepa Mary Jacob'],
      ['Type of Policy', 'Stand-alone Own Damage'],
      ['Registration No.', 'KA 05 MN 6612'],
      ['Make', 'Tata'],
      ['Model', 'Nexon EV'],
      ['Manufacturing Year', '2023'],
      ['Motor No.', 'EVM9912345'],
      ['Chassis No.', 'MAT627165NLP12345'],
      ['Start Date', '30th October 2026'],
      ['Expiry Date', '29th October 2027'],
      ['Fuel Type', 'Electric'],
      ['Total IDV', 'INR 11,20,000'],
      ['No Claim Bonus', '25%'],
      ['Compulsory Deductible', 'INR 1,000'],
      ['Net Premium', 'INR 13,000.00'],
      ['GST', 'INR 2,340.00'],
      ['Total Amount Payable', 'INR 15,340.00'],
    ];
    for (const [index, [heading, value]] of boxes.entries()) {
      const x = 36 + (index % 3) * 178;
      const y = 96 + Math.floor(index / 3) * 42;
      doc.rect(x, y, 170, 36).stroke('#999999');
      put(doc, x + 6, y + 5, heading, 7);
      put(doc, x + 6, y + 17, value, 10);
    }
    rows(doc, [36], 370, [
      ['TP insurer: ACKO General Insurance Limited, TP Policy No. 99887766554'],
    ]);
    smallPrint(doc, 400);
  },
};

export const LAYOUTS: readonly Layout[] = [
  healthFloater,
  healthTable,
  motorPackage,
  twoWheelerBilingual,
  healthPages,
  goodsCarrier,
  bundledCar,
  familyTable,
  monthlyHealth,
  narrowColumns,
];
