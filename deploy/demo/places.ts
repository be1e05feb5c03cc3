import type { Dice } from './dice.js';

export interface DemoPlace {
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
  readonly state?: string;
}

const HOME_STATE = 'Kerala';

const cities: readonly City[] = [
  {
    city: 'Kochi',
    share: 24,
    pincodes: [682001, 682042],
    localities: [
      'Edappally',
      'Kaloor',
      'Palarivattom',
      'Fort Kochi',
      'Vyttila',
      'Panampilly Nagar',
    ],
  },
  {
    city: 'Thiruvananthapuram',
    share: 13,
    pincodes: [695001, 695043],
    localities: ['Pattom', 'Kowdiar', 'Vattiyoorkavu', 'Kazhakkoottam', 'Peroorkada'],
  },
  {
    city: 'Kozhikode',
    share: 10,
    pincodes: [673001, 673032],
    localities: ['Nadakkavu', 'Mavoor Road', 'Beypore', 'Chevayur', 'Medical College'],
  },
  {
    city: 'Thrissur',
    share: 10,
    pincodes: [680001, 680028],
    localities: ['Punkunnam', 'Ollur', 'Ayyanthole', 'Mannuthy', 'Viyyur'],
  },
  {
    city: 'Aluva',
    share: 7,
    pincodes: [683101, 683112],
    localities: ['Thottakkattukara', 'Companypady', 'Desom', 'Pump Junction'],
  },
  {
    city: 'Kollam',
    share: 6,
    pincodes: [691001, 691021],
    localities: ['Chinnakada', 'Kadappakada', 'Tangasseri', 'Asramam'],
  },
  {
    city: 'Kottayam',
    share: 6,
    pincodes: [686001, 686016],
    localities: ['Nagampadam', 'Kanjikuzhy', 'Baker Junction', 'Collectorate'],
  },
  {
    city: 'Alappuzha',
    share: 5,
    pincodes: [688001, 688014],
    localities: ['Mullakkal', 'Thathampally', 'Iron Bridge', 'Punnapra'],
  },
  {
    city: 'Palakkad',
    share: 5,
    pincodes: [678001, 678014],
    localities: ['Olavakkode', 'Chandranagar', 'Kalpathy', 'Stadium Road'],
  },
  {
    city: 'Kannur',
    share: 4,
    pincodes: [670001, 670018],
    localities: ['Thavakkara', 'Chalad', 'Caltex Junction', 'Payyambalam'],
  },
  {
    city: 'Malappuram',
    share: 3,
    pincodes: [676501, 676519],
    localities: ['Up Hill', 'Down Hill', 'Kottappadi'],
  },
  {
    city: 'Perumbavoor',
    share: 2,
    pincodes: [683542, 683549],
    localities: ['Pattal', 'Keezhillam', 'Vengola'],
  },
  {
    city: 'Pathanamthitta',
    share: 2,
    pincodes: [689645, 689654],
    localities: ['Kumbazha', 'Omallur', 'Ring Road'],
  },
  {
    city: 'Kasaragod',
    share: 1,
    pincodes: [671121, 671124],
    localities: ['Vidyanagar', 'Thalangara'],
  },
  {
    city: 'Coimbatore',
    share: 1,
    state: 'Tamil Nadu',
    pincodes: [641001, 641045],
    localities: ['R. S. Puram', 'Gandhipuram', 'Peelamedu'],
  },
  {
    city: 'Bengaluru',
    share: 1,
    state: 'Karnataka',
    pincodes: [560001, 560103],
    localities: ['Indiranagar', 'Koramangala', 'Whitefield'],
  },
];

const ALL_SHARES = cities.reduce((sum, { share }) => sum + share, 0);

/** Where a customer lives: mostly in Kerala, most of all in Kochi. */
export function demoPlace(throws: Dice): DemoPlace {
  const { city, state, pincodes, localities } = cityOf(throws);
  const [first, last] = pincodes;
  return {
    city,
    state: state ?? HOME_STATE,
    pincode: String(first + throws.below(last - first + 1)),
    locality: throws.pick(localities),
  };
}

function cityOf(throws: Dice): City {
  let left = throws.below(ALL_SHARES);
  for (const city of cities) {
    left -= city.share;
    if (left < 0) return city;
  }
  return cities[0] as City;
}

const houses = [
  'Sree Nilayam',
  'Puthenveedu',
  'Green Villa',
  'Thekkumpurath House',
  'Lakshmi Vihar',
];

/** A line of address such as "Sree Nilayam, 12/340, Edappally". */
export const demoAddress = (throws: Dice, { locality }: DemoPlace): string => {
  const door = `${1 + throws.below(60)}/${100 + throws.below(900)}`;
  if (throws.chance(0.25))
    return `Flat ${1 + throws.below(12)}${throws.pick(['A', 'B', 'C'])}, ${locality}`;
  return `${throws.pick(houses)}, ${door}, ${locality}`;
};
