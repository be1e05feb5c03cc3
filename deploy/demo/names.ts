import type { Dice } from './dice.js';

/** A name, and the word of it whose initial stands in the PAN. */
export interface DemoName {
  readonly full: string;
  readonly surname: string;
  /** In Latin letters, for e-mail addresses. */
  readonly latin: string;
}

interface Community {
  /** Of ten customers of the brokerage. */
  readonly share: number;
  readonly given: readonly string[];
  readonly surnames: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const communities: readonly Community[] = [
  {
    share: 4,
    given: words(`Anil Ajith Rajesh Suresh Vinod Biju Santhosh Pradeep Manoj Sreejith Unnikrishnan
      Gopakumar Harikrishnan Vishnu Arun Jayachandran Radhakrishnan Sasidharan Madhusudanan Krishnadas
      Anjali Lakshmi Sreelakshmi Parvathy Radhika Deepa Bindu Sindhu Ambika Devika Gayathri Revathy
      Sumangala Geetha Meenakshi Athira Aswathy Reshma Vidya Remya`),
    surnames: words(`Nair Menon Pillai Kurup Panicker Nambiar Varma Warrier Namboothiri Kaimal Marar
      Ezhuthachan Unnithan Thampi Variyar Poduval Kartha Nambisan Achari Kumar`),
  },
  {
    share: 2.5,
    given:
      words(`Thomas Varghese Mathew Joseph George Jacob Kurian Cherian Philip Abraham Paul Antony
      Sebastian Jose Shaji Tijo Jerin Alan Eldho Bobby Annamma Mariamma Elizabeth Susan Sherin Rachel
      Aleyamma Rosamma Jincy Tessa Merin Neethu Liya Anitta Sosamma Saramma Leena Reena`),
    surnames: words(`Varghese Kuruvilla Chacko Mathai Ninan Oommen Punnoose Tharakan Kurian Chandy
      Puthenpurackal Kallarackal Vadakkedathu Manjooran Palathingal Thekkekara Kunnumpurath Pulickal
      Kizhakkekara Parambil`),
  },
  {
    share: 2,
    given: words(`Abdul Mohammed Shafi Ashraf Faisal Nazeer Riyas Shameer Anwar Basheer Hameed Salim
      Rafeeq Jaleel Musthafa Fathima Ayisha Khadeeja Safiya Raziya Shahana Nasreen Jameela Sajna
      Haseena Mumthas Rukhsana Amina Subaida Zainaba`),
    surnames: words(`Rahman Kareem Koya Haji Kunju Rawther Marakkar Lebba Kutty Thangal Ali Khan
      Shereef Hussain Ibrahim Moideen Sahib Ismail Usman Hassan`),
  },
  {
    share: 0.9,
    given:
      words(`Murugan Senthil Karthik Selvam Arumugam Palanisamy Saravanan Muthukumar Kannan Velu
      Meena Kavitha Selvi Tamilselvi Vasantha Chitra Dhanalakshmi Malarvizhi Nithya Priya`),
    surnames: words(`Subramaniam Ramasamy Krishnan Natarajan Sundaram Venkatesan Chettiar Gounder
      Thevar Pandian Iyer Iyengar Rajan Manickam Shanmugam`),
  },
  {
    share: 0.6,
    given: words(`Rajiv Amit Sanjay Vikas Deepak Ramesh Mukesh Pooja Neha Sunita Rekha Kavita Ritu
      Manish Ashok`),
    surnames:
      words(`Sharma Gupta Agarwal Verma Singh Mishra Yadav Jain Shah Patel Joshi Tiwari Reddy
      Rao Das`),
  },
];

type Written = readonly (readonly [script: string, latin: string])[];

/** Now and then a name is written as it is spoken. */
const malayalam: readonly { given: Written; surnames: Written }[] = [
  {
    given: [
      ['അനിൽ', 'Anil'],
      ['ലക്ഷ്മി', 'Lakshmi'],
      ['രാധാകൃഷ്ണൻ', 'Radhakrishnan'],
      ['ശ്രീദേവി', 'Sreedevi'],
      ['സുരേഷ്', 'Suresh'],
    ],
    surnames: [
      ['നായർ', 'Nair'],
      ['മേനോൻ', 'Menon'],
      ['വാര്യർ', 'Warrier'],
      ['പിള്ള', 'Pillai'],
    ],
  },
  {
    given: [
      ['തോമസ്', 'Thomas'],
      ['മറിയാമ്മ', 'Mariamma'],
      ['ജോസഫ്', 'Joseph'],
    ],
    surnames: [
      ['വർഗീസ്', 'Varghese'],
      ['ചാക്കോ', 'Chacko'],
      ['കുര്യൻ', 'Kurian'],
    ],
  },
  {
    given: [
      ['മുഹമ്മദ്', 'Mohammed'],
      ['ഫാത്തിമ', 'Fathima'],
      ['ആയിഷ', 'Ayisha'],
    ],
    surnames: [
      ['അഷ്റഫ്', 'Ashraf'],
      ['റഹ്മാൻ', 'Rahman'],
      ['കോയ', 'Koya'],
    ],
  },
];

function malayalamName(throws: Dice): DemoName {
  const { given, surnames } = throws.pick(malayalam);
  const [first, firstLatin] = throws.pick(given);
  const [last, surname] = throws.pick(surnames);
  return { full: `${first} ${last}`, surname, latin: `${firstLatin} ${surname}` };
}

/** Full names as land records and passports have them: what a narrow column must bear. */
const longNames: readonly DemoName[] = [
  longName('Thiruvananthapuram Padmanabhaswamy Venkatasubramanian Ramakrishnan Iyer', 'Iyer'),
  longName('Mary Elizabeth Annamma Kochuthresia Puthenpurackal Vadakkedathu Kurian', 'Kurian'),
  longName('Syed Mohammed Abdul Rahman Kunjahammed Koya Thangal Pookkottur', 'Thangal'),
  longName('Kizhakkepurathu Narayanan Bhattathiripad Damodaran Namboothiripad', 'Namboothiripad'),
];

function longName(full: string, surname: string): DemoName {
  return { full, surname, latin: `${full.split(' ')[0]} ${surname}` };
}

const INITIALS = 'ABCEGJKMNPRSTVP';

/** A name as one meets it in an office in Kochi. */
export function demoName(throws: Dice): DemoName {
  if (throws.chance(0.02)) return malayalamName(throws);
  if (throws.chance(0.008)) return throws.pick(longNames);
  const { given, surnames } = communityOf(throws);
  const first = throws.pick(given);
  const surname = throws.pick(surnames);
  const latin = `${first} ${surname}`;
  // Many carry the house or the father as an initial, before or behind.
  const initial = throws.pick([...INITIALS]);
  if (throws.chance(0.18)) return { full: `${initial}. ${latin}`, surname, latin };
  if (throws.chance(0.15)) return { full: `${latin} ${initial}`, surname, latin };
  return { full: latin, surname, latin };
}

const ALL_SHARES = communities.reduce((sum, { share }) => sum + share, 0);

function communityOf(throws: Dice): Community {
  let left = (throws.below(10_000) / 10_000) * ALL_SHARES;
  for (const community of communities) {
    left -= community.share;
    if (left < 0) return community;
  }
  return communities[0] as Community;
}
