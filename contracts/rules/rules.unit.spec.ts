import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aadhaarWarning,
  isAadhaar,
  isMaskedAadhaar,
  maskedAadhaar,
  normalizeAadhaar,
  verhoeffHolds,
} from './aadhaar.js';
import { birthDateWarning } from './birthDate.js';
import { isEmail } from './email.js';
import {
  endOfKolkataDay,
  formatDay,
  isDay,
  kolkataDay,
  parseDay,
  startOfKolkataDay,
} from './kolkataDay.js';
import { isPan, normalizePan, panWarning } from './pan.js';
import {
  formatPhone,
  normalizePhone,
  phoneSearchDigits,
  phoneWarning,
  telUrl,
  whatsAppUrl,
} from './phone.js';
import { isPincode } from './pincode.js';
import { cleanText, searchKey } from './text.js';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });

describe('Aadhaar', () => {
  it.each(['234123412346', '496858245152'])('%s passes', (number) => {
    expect(isAadhaar(number)).toBe(true);
    expect(aadhaarWarning(number)).toBeNull();
  });

  it.each(['234123412347', '123412341234', '034123412346', '23412341234', ''])(
    '%s is warned about, not refused',
    (number) => expect(aadhaarWarning(number)?.code).toBe('aadhaar-invalid'),
  );

  it('notices every single wrong digit and every swap of neighbours', () => {
    const valid = digits(11).map((body) => {
      const text = body.join('');
      const check = [...'0123456789'].find((digit) => verhoeffHolds(text + digit));
      return text + check;
    });
    fc.assert(
      fc.property(valid, fc.nat(11), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
        const other = (Number(number[at]) + shift) % 10;
        expect(verhoeffHolds(number.slice(0, at) + other + number.slice(at + 1))).toBe(false);
        const [a, b] = [number[at], number[at + 1]];
        if (b !== undefined && a !== b) {
          expect(verhoeffHolds(number.slice(0, at) + b + a + number.slice(at + 2))).toBe(false);
        }
      }),
    );
  });

  it('leaves only the last four digits in the mask', () => {
    expect(maskedAadhaar('234123412346')).toBe('XXXX XXXX 2346');
    expect(maskedAadhaar('1234')).toBe('XXXX XXXX XXXX');
    expect(isMaskedAadhaar('XXXX XXXX 2346')).toBe(true);
    expect(isMaskedAadhaar('234123412346')).toBe(false);
    expect(isMaskedAadhaar(maskedAadhaar('1234'))).toBe(true);
    expect(normalizeAadhaar('2341 2341-2346')).toBe('234123412346');
  });
});

describe('PAN', () => {
  it('is upper case, with a kind of person and digits that are issued', () => {
    expect(normalizePan(' abcpk1234f')).toBe('ABCPK1234F');
    expect(isPan('ABCPK1234F')).toBe(true);
    expect(isPan('ABCPK0000F')).toBe(false);
    expect(isPan('ABCDK1234F')).toBe(false);
  });

  it('of a person has the initial of a surname, in whatever order the name is written', () => {
    expect(panWarning('ABCPK1234F', 'Anil Kumar')).toBeNull();
    expect(panWarning('ABCPK1234F', 'Kumar Anil')).toBeNull();
    expect(panWarning('ABCPX1234F', 'Anil Kumar')?.code).toBe('pan-name-mismatch');
    expect(panWarning('ABCCX1234F', 'Anil Traders')).toBeNull();
    expect(panWarning('ABCPX1234F', 'അനിൽ')).toBeNull();
  });
});

describe('phone', () => {
  it('is called as it is, and written to where WhatsApp can know it', () => {
    expect(telUrl('0484 234-5678')).toBe('tel:04842345678');
    expect(telUrl('+919876543210')).toBe('tel:+919876543210');
    expect(whatsAppUrl('+919876543210')).toBe('https://wa.me/919876543210');
    expect(whatsAppUrl('+447911123456', 'Dear Asha, 100 & more\nരേഖ')).toBe(
      `https://wa.me/447911123456?text=${encodeURIComponent('Dear Asha, 100 & more\nരേഖ')}`,
    );
    expect(whatsAppUrl('0484 2345678')).toBeNull();
  });

  it.each([
    '9876543210',
    '+91 98765 43210',
    '098765-43210',
    '91 9876543210',
    '(+91) 98765.43210',
    '0091 98765 43210',
    '+91 (0) 98765 43210',
  ])('%s is the same Indian mobile number', (typed) => {
    expect(normalizePhone(typed)).toBe('+919876543210');
    expect(phoneWarning(normalizePhone(typed))).toBeNull();
  });

  it('keeps other numbers as typed', () => {
    expect(normalizePhone(' 0484 2345678 ')).toBe('0484 2345678');
    expect(phoneWarning('0484 2345678')?.code).toBe('phone-not-mobile');
    expect(phoneWarning('+4420794609')).toBeNull();
  });

  it('drops separators only from a number that is too long with them', () => {
    expect(normalizePhone('+44 20 7946 0958')).toBe('+442079460958');
    expect(normalizePhone('044-2345-6789-0123-4567')).toHaveLength(19);
  });

  it('is shown grouped, and found in whatever way it is typed', () => {
    expect(formatPhone('+919876543210')).toBe('+91 98765 43210');
    expect(phoneSearchDigits('098765 43210')).toBe('9876543210');
    expect(phoneSearchDigits('98765-4')).toBe('987654');
    expect(phoneSearchDigits('098765')).toBe('98765');
    expect(phoneSearchDigits('00919876543210')).toBe('9876543210');
    expect(phoneSearchDigits('+91 (0) 98765')).toBe('9198765');
    expect(phoneSearchDigits('000')).toBe('000');
  });

  it('has one normal form: normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+-() ') }), (typed) => {
        expect(normalizePhone(normalizePhone(typed))).toBe(normalizePhone(typed));
      }),
    );
  });
});

describe('email, pincode and date of birth', () => {
  it.each(['a@example.com', "o'brien+x@mail.example.co.in"])('%s is an address', (text) =>
    expect(isEmail(text)).toBe(true),
  );
  it.each(['not-an-email', 'a@b', 'a@@example.com', 'a b@example.com', '@example.com', 'a@-b.com'])(
    '%s is none',
    (text) => expect(isEmail(text)).toBe(false),
  );

  it('a pincode has six digits, the first not 0', () => {
    expect(isPincode('682001')).toBe(true);
    expect(isPincode('082001')).toBe(false);
    expect(isPincode('68200')).toBe(false);
  });

  it('a birth in the future or before 1900 is warned about', () => {
    expect(birthDateWarning('2026-04-02', '2026-04-01')?.code).toBe('birth-date-unlikely');
    expect(birthDateWarning('1899-12-31', '2026-04-01')?.code).toBe('birth-date-unlikely');
    expect(birthDateWarning('2026-04-01', '2026-04-01')).toBeNull();
  });
});

describe('Kolkata days', () => {
  it('begin at 18:30 UTC of the day before', () => {
    expect(kolkataDay(new Date('2026-03-31T18:29:59.999Z'))).toBe('2026-03-31');
    expect(kolkataDay(new Date('2026-03-31T19:00:00Z'))).toBe('2026-04-01');
    expect(startOfKolkataDay('2026-04-01').toISOString()).toBe('2026-03-31T18:30:00.000Z');
  });

  it('hold every instant in exactly one day', () => {
    const anyDay = fc.date({
      min: new Date('1950-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyDay, (instant) => {
        const day = kolkataDay(instant);
        expect(startOfKolkataDay(day) <= instant && instant < endOfKolkataDay(day)).toBe(true);
      }),
    );
  });

  it('are read as ISO or as written in India, and only when they exist', () => {
    expect(parseDay('29/02/1980')).toBe('1980-02-29');
    expect(parseDay('1/4/2026')).toBe('2026-04-01');
    expect(parseDay('1980-02-29')).toBe('1980-02-29');
    expect(parseDay('31/02/1980')).toBeNull();
    expect(parseDay('29/02/1981')).toBeNull();
    expect(parseDay('soon')).toBeNull();
    expect(isDay('2026-13-01')).toBe(false);
    expect(isDay('0000-05-05')).toBe(false);
    expect(formatDay('1980-02-29')).toBe('29/02/1980');
  });

  it.each([
    ['5/3/85', '1985-03-05'],
    ['05-03-85', '1985-03-05'],
    ['5.3.85', '1985-03-05'],
    [' 31/12/26 ', '2026-12-31'],
    ['1/2/00', '2000-02-01'],
    ['1/2/68', '2068-02-01'],
    ['1/2/69', '1969-02-01'],
    ['29/2/24', '2024-02-29'],
    ['29/2/25', null],
    ['12/25/85', null],
    ['5/3/8', null],
    ['5/3/985', null],
    ['85/3/5', null],
    ['5/3', null],
  ])('written with a year of two digits: %s is %s, the day first', (typed, day) =>
    expect(parseDay(typed)).toBe(day),
  );

  it.each([
    ['5/3/85', 2026, '1985-03-05'],
    ['5/3/26', 2026, '2026-03-05'],
    ['5/3/27', 2026, '1927-03-05'],
    ['5/3/00', 2000, '2000-03-05'],
    ['5/3/99', 2099, '2099-03-05'],
    ['29/2/00', 1999, null],
  ])(
    'of two digits are a year of the hundred up to the last: %s up to %d is %s',
    (typed, last, day) => expect(parseDay(typed, last)).toBe(day),
  );

  it('written with two digits are a day within the hundred years', () => {
    const anyTime = fc.date({
      min: new Date('1927-01-01'),
      max: new Date('2026-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyTime, (time) => {
        const day = time.toISOString().slice(0, 10);
        const [year = '', month, date] = day.split('-');
        expect(parseDay(`${date}/${month}/${year.slice(2)}`, 2026)).toBe(day);
      }),
    );
  });
});

describe('text', () => {
  it('loses control characters and extra white space', () =>
    expect(cleanText(' a\u0000b\r\nc\u2028 d ')).toBe('a b c d'));

  it('holds whole characters only', () => expect(cleanText('a\ud800b')).toBe('a\ufffdb'));

  it('is searched without Latin marks and letter case; Malayalam keeps its vowels', () => {
    expect(searchKey('José ÉCLAIR')).toBe('jose eclair');
    expect(searchKey('തൃശ്ശൂർ')).toBe('തൃശ്ശൂർ'.normalize('NFC'));
  });

  it('has one clean form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        expect(cleanText(cleanText(raw))).toBe(cleanText(raw));
        expect(searchKey(searchKey(raw))).toBe(searchKey(raw));
      }),
    );
  });
});
