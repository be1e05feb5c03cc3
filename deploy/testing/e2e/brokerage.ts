/** What the settings of the product under test say of the brokerage; it has not said its name. */
export const brokerage = {
  address: '2nd Floor, Malabar Chambers, MG Road, Kochi, Kerala 682016',
  phone: '+91 484 400 1200, 98470 12345',
  email: 'office@kaveri.example',
  website: 'www.kaveri.example',
  licence: 'DB 512/19',
  social: ['https://www.instagram.com/kaveri', 'https://in.linkedin.com/company/kaveri'],
} as const;
