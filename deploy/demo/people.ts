import type { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { verhoeffHolds } from '@insuremanager/contracts/rules/aadhaar';
import type { z } from 'zod';
import { type Dice, dice } from './dice.js';

const words = (text: string): string[] => text.trim().split(/\s+/);
const listOf = (text: string): string[] => text.split(', ');

/** A customer as an agent would type one into the form. */
export type DemoPerson = z.input<typeof CustomerInput>;

/**
 * The customer with a number: always the same one. Phone numbers are unique below a hundred
 * million; nearly all is in order, a few fields are missing, and a few look wrong, as in life.
 */
export function demoPerson(number: number): DemoPerson {
  const throws = dice(number);
  const name = demoName(throws);
  const place = demoPlace(throws);
  const person = {
    name: name.full,
    phone: mobile(throws, number),
    email: throws.chance(0.12) ? null : address(throws, name),
    aadhaarNumber: throws.chance(0.1) ? null : aadhaar(throws),
    panNumber: throws.chance(0.15) ? null : pan(throws, name.surname),
    dateOfBirth: throws.chance(0.06) ? null : birthDate(throws),
    address: throws.chance(0.05) ? null : demoAddress(throws, place),
    city: place.city,
    state: place.state,
    pincode: throws.chance(0.04) ? null : place.pincode,
    kycStatus: kycStatus(throws),
  } satisfies DemoPerson;
  return throws.chance(0.03) ? slip(throws, person) : person;
}

/** As files and letters name somebody. */
export const firstNameOf = (name: string): string =>
  name.split(' ').find((word) => word.length > 2) ?? name;

const MOBILE_SERIES = listOf('94, 98, 99, 97, 96, 95, 90, 85, 81, 80, 75, 70, 62');

/** The last eight digits walk through all of them without repeating. */
function mobile(throws: Dice, number: number): string {
  const line = String((number * 61_803_399 + 20_456_789) % 100_000_000).padStart(8, '0');
  const digits = `${throws.pick(MOBILE_SERIES)}${line}`;
  // Typed in whatever way; the form makes them alike.
  if (throws.chance(0.2)) return `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`;
  return throws.chance(0.1) ? `0${digits}` : digits;
}

function address(throws: Dice, { latin }: DemoName): string {
  const [first = '', last = ''] = latin.toLowerCase().split(' ');
  return `${first}${throws.pick(['.', '', '_'])}${last}${1 + throws.below(9999)}@example.com`;
}

function aadhaar(throws: Dice): string {
  const number = `${2 + throws.below(8)}${throws.digits(10)}`;
  const check = [...'0123456789'].find((digit) => verhoeffHolds(number + digit));
  return `${number}${check}`;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function pan(throws: Dice, surname: string): string {
  const letter = () => throws.pick(LETTERS);
  const serial = String(1 + throws.below(9999)).padStart(4, '0');
  return `${letter()}${letter()}${letter()}P${surname.charAt(0)}${serial}${letter()}`;
}

/** Adults, most of them between 25 and 60. */
function birthDate(throws: Dice): string {
  const age = 21 + throws.below(25) + throws.below(30);
  const month = String(1 + throws.below(12)).padStart(2, '0');
  const day = String(1 + throws.below(28)).padStart(2, '0');
  return `${2025 - age}-${month}-${day}`;
}

function kycStatus(throws: Dice): KycStatus {
  const of100 = throws.below(100);
  if (of100 < 60) return 'verified';
  return of100 < 85 ? 'pending' : 'rejected';
}

/** One thing that is accepted with a warning. */
function slip(throws: Dice, person: DemoPerson): DemoPerson {
  const swapped = (digits: string) =>
    `${digits.slice(0, 10)}${digits.slice(10).replace(/./g, '7')}`;
  return throws.pick<DemoPerson>([
    { ...person, phone: `0484 2${throws.digits(6)}` },
    { ...person, aadhaarNumber: swapped(`2341${throws.digits(8)}`) },
    { ...person, panNumber: `ABCP${throws.digits(5)}F` },
    { ...person, pincode: `0${throws.digits(5)}` },
  ]);
}

/** A name, and the word of it whose initial stands in the PAN. */
interface DemoName {
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

/** Now and then a name is written as it is spoken: each word in its script, then in Latin letters. */
const malayalam: readonly { given: string[]; surnames: string[] }[] = [
  {
    given: listOf('അനിൽ Anil, ലക്ഷ്മി Lakshmi, രാധാകൃഷ്ണൻ Radhakrishnan, ശ്രീദേവി Sreedevi, സുരേഷ് Suresh'),
    surnames: listOf('നായർ Nair, മേനോൻ Menon, വാര്യർ Warrier, പിള്ള Pillai'),
  },
  {
    given: listOf('തോമസ് Thomas, മറിയാമ്മ Mariamma, ജോസഫ് Joseph'),
    surnames: listOf('വർഗീസ് Varghese, ചാക്കോ Chacko, കുര്യൻ Kurian'),
  },
  {
    given: listOf('മുഹമ്മദ് Mohammed, ഫാത്തിമ Fathima, ആയിഷ Ayisha'),
    surnames: listOf('അഷ്റഫ് Ashraf, റഹ്മാൻ Rahman, കോയ Koya'),
  },
];

function malayalamName(throws: Dice): DemoName {
  const { given, surnames } = throws.pick(malayalam);
  const [first, firstLatin] = throws.pick(given).split(' ');
  const [last, surname = ''] = throws.pick(surnames).split(' ');
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

/** A name as it is common in Kochi. */
function demoName(throws: Dice): DemoName {
  if (throws.chance(0.02)) return malayalamName(throws);
  if (throws.chance(0.008)) return throws.pick(longNames);
  const { given, surnames } = byShare(communities, throws.below(10_000) / 1000);
  const first = throws.pick(given);
  const surname = throws.pick(surnames);
  const latin = `${first} ${surname}`;
  // Many carry the house or the father as an initial, before or behind.
  const initial = throws.pick([...INITIALS]);
  if (throws.chance(0.18)) return { full: `${initial}. ${latin}`, surname, latin };
  if (throws.chance(0.15)) return { full: `${latin} ${initial}`, surname, latin };
  return { full: latin, surname, latin };
}

interface DemoPlace {
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
  readonly locality: string;
}

interface City {
  readonly city: string;
  /** Of a hundred customers. */
  readonly share: number;
  /** First and last pincode of its delivery offices, roughly. */
  readonly pincodes: readonly [number, number];
  readonly localities: readonly string[];
  readonly state: string;
}

/** Share, city, first and last pincode; localities; a state other than Kerala. */
const cities: readonly City[] = `
  24 Kochi 682001 682042: Edappally, Kaloor, Palarivattom, Fort Kochi, Vyttila, Panampilly Nagar
  13 Thiruvananthapuram 695001 695043: Pattom, Kowdiar, Vattiyoorkavu, Kazhakkoottam, Peroorkada
  10 Kozhikode 673001 673032: Nadakkavu, Mavoor Road, Beypore, Chevayur, Medical College
  10 Thrissur 680001 680028: Punkunnam, Ollur, Ayyanthole, Mannuthy, Viyyur
  7 Aluva 683101 683112: Thottakkattukara, Companypady, Desom, Pump Junction
  6 Kollam 691001 691021: Chinnakada, Kadappakada, Tangasseri, Asramam
  6 Kottayam 686001 686016: Nagampadam, Kanjikuzhy, Baker Junction, Collectorate
  5 Alappuzha 688001 688014: Mullakkal, Thathampally, Iron Bridge, Punnapra
  5 Palakkad 678001 678014: Olavakkode, Chandranagar, Kalpathy, Stadium Road
  4 Kannur 670001 670018: Thavakkara, Chalad, Caltex Junction, Payyambalam
  3 Malappuram 676501 676519: Up Hill, Down Hill, Kottappadi
  2 Perumbavoor 683542 683549: Pattal, Keezhillam, Vengola
  2 Pathanamthitta 689645 689654: Kumbazha, Omallur, Ring Road
  1 Kasaragod 671121 671124: Vidyanagar, Thalangara
  1 Coimbatore 641001 641045: R. S. Puram, Gandhipuram, Peelamedu: Tamil Nadu
  1 Bengaluru 560001 560103: Indiranagar, Koramangala, Whitefield: Karnataka`
  .trim()
  .split('\n')
  .map((line) => {
    const [place = '', localities = '', state = 'Kerala'] = line.trim().split(': ');
    const [share, city = '', first, last] = place.split(' ');
    const pincodes = [Number(first), Number(last)] as const;
    return { share: Number(share), city, pincodes, localities: listOf(localities), state };
  });

/** Where a customer lives: mostly in Kerala, most of all in Kochi. */
export function demoPlace(throws: Dice): DemoPlace {
  const { city, state, pincodes, localities } = byShare(cities, throws.below(100));
  const [first, last] = pincodes;
  return {
    city,
    state,
    pincode: String(first + throws.below(last - first + 1)),
    locality: throws.pick(localities),
  };
}

const houses = listOf('Sree Nilayam, Puthenveedu, Green Villa, Thekkumpurath House, Lakshmi Vihar');

/** A line of address such as "Sree Nilayam, 12/340, Edappally". */
export const demoAddress = (throws: Dice, { locality }: DemoPlace): string => {
  const door = `${1 + throws.below(60)}/${100 + throws.below(900)}`;
  if (throws.chance(0.25))
    return `Flat ${1 + throws.below(12)}${throws.pick(['A', 'B', 'C'])}, ${locality}`;
  return `${throws.pick(houses)}, ${door}, ${locality}`;
};

/** @param left where in the sum of all shares it lies, from 0. */
function byShare<Item extends { readonly share: number }>(items: readonly Item[], left: number) {
  let rest = left;
  for (const item of items) {
    rest -= item.share;
    if (rest < 0) return item;
  }
  return items[0] as Item;
}
