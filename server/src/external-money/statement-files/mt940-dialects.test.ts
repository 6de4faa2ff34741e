import { describe, expect, test } from 'vitest'
import { entriesOf, readEvents } from '../../../test/statement-events.ts'

/* Written after SWIFT's definition, the rules of the German banks (DFÜ-Abkommen) and files as banks publish them. */

const ENTRY = ':61:2601310131C100,00NTRFNONREF'
const CLOSING = ':62F:C260131EUR1100,00'
const statement = (fields: readonly string[], account = 'DE89370400440532013000') =>
  [':20:STARTUMS', `:25:${account}`, ':28C:00001/001', ':60F:C260130EUR1000,00', ...fields, '-', ''].join('\r\n')

const entryIn = async (...fields: string[]) => entriesOf(await readEvents(statement([...fields, CLOSING])))[0]

describe('information in MT940', () => {
  test.each([
    [
      'German, SEPA',
      '166?00GUTSCHR. UEBERWEISUNG?100599?20EREF+OT-7K2M-9P?21KREF+K1?22SVWZ+Miete RF18 5390 0754 7?23034 im Januar?30COBADEFFXXX?31DE02120300000000202051?32Erika Mustermann?34000',
      {
        endToEndId: 'OT-7K2M-9P',
        text: 'Miete RF18 5390 0754 7034 im Januar',
        counterpartyName: 'Erika Mustermann',
        counterpartyNumber: 'DE02120300000000202051',
      },
    ],
    [
      'German, cut in words',
      '177?00ONLINE-UEBERWEISUNG?20EREF+NOTPROVIDED?21SVWZ+Rechnungsnummer 2026-000?2201, Kundennummer 4711?32Stadtwerke Musterstadt Gmb?33H',
      {
        endToEndId: null,
        text: 'Rechnungsnummer 2026-00001, Kundennummer 4711',
        counterpartyName: 'Stadtwerke Musterstadt Gmb H',
      },
    ],
    [
      'German, an end-to-end id over two subfields',
      '116?20EREF+ABCDEFGHIJKLMNOPQRSTUV?21WXYZ0123?22SVWZ+x',
      { endToEndId: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123', text: 'x' },
    ],
    ['German, deviating payer', '166?20SVWZ+Rent?21ABWA+MUELLER?32BANK', { text: 'Rent', counterpartyName: 'BANK' }],
    [
      'German, number within the text',
      '166?20SVWZ+Rent IBAN+DE02120300000000202051 BIC+BYLADEM1001',
      { text: 'Rent', counterpartyNumber: 'DE02120300000000202051' },
    ],
    [
      'German, codes with colons',
      '152?00DAUERAUFTRAG?20EREF: OT-1 SVWZ: Miete Jan',
      { endToEndId: 'OT-1', text: 'Miete Jan' },
    ],
    ['German, in words', '166?20End-to-End-Ref.: OT-1?21Kundenreferenz: K', { endToEndId: 'OT-1' }],
    ['German, a question in the text', '166?20SVWZ+Ready? Yes?32A', { text: 'Ready? Yes', counterpartyName: 'A' }],
    [
      'German, text in 60 to 63',
      '166?20SVWZ+1234567890123456789012?291?60sechzig?63ende',
      { text: '12345678901234567890121 sechzig ende' },
    ],
    ['German, a fee without text', '805?00ABSCHLUSS', { text: 'ABSCHLUSS', counterpartyName: null }],
    ['German, no transaction code', '?00UEBERWEISUNG?20Rent?32Ada', { text: 'Rent', counterpartyName: 'Ada' }],
    [
      'Polish, <',
      '020<00Przelew<20Faktura 12/2026<27Jan Kowalski<30102010<311020<32JAN KOWALSKI<33UL. DLUGA 1<38PL61109010140000071219812874',
      {
        counterpartyName: 'JAN KOWALSKI UL. DLUGA 1',
        counterpartyNumber: 'PL61109010140000071219812874',
        text: 'Faktura 12/2026 Jan Kowalski',
      },
    ],
    [
      'Polish, ~ on lines',
      '240\r\n~00VE02\r\n~20RF18 czynsz\r\n~21styczen\r\n~32ANNA NOWAK\r\n~38PL61109010140000071219812874',
      {
        text: 'RF18 czynsz styczen',
        counterpartyName: 'ANNA NOWAK',
        counterpartyNumber: 'PL61109010140000071219812874',
      },
    ],
    [
      'Dutch, codes',
      '/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/J DE VRIES/REMI/HUUR JAN/EREF/OT-1',
      {
        endToEndId: 'OT-1',
        text: 'HUUR JAN',
        counterpartyName: 'J DE VRIES',
        counterpartyNumber: 'NL91ABNA0417164300',
      },
    ],
    [
      'Dutch, positions',
      '/EREF/OT-1//CNTP/NL32INGB0000012345/INGBBEBB/INGTEST///REMI/USTD//EV123RE/',
      { endToEndId: 'OT-1', counterpartyName: 'INGTEST', counterpartyNumber: 'NL32INGB0000012345', text: 'EV123RE' },
    ],
    [
      'Dutch, words',
      'SEPA OVERBOEKING                 IBAN: NL91ABNA0417164300\r\nBIC: ABNANL2A                    NAAM: J DE VRIES\r\nOMSCHRIJVING: HUUR JANUARI KENMERK: OT-1',
      {
        endToEndId: 'OT-1',
        counterpartyName: 'J DE VRIES',
        counterpartyNumber: 'NL91ABNA0417164300',
        text: 'HUUR JANUARI',
      },
    ],
    [
      'British, codes of SWIFT',
      '/EREF/OT-1/ORDP/ACME LTD/REMI/INVOICE 7',
      { endToEndId: 'OT-1', counterpartyName: 'ACME LTD', text: 'INVOICE 7' },
    ],
    [
      'American, free text',
      'WIRE TYPE:WIRE IN DATE: 013126 TIME:0930\r\nORIG:ACME INC ID:000123\r\nPMT DET:RF18 5390',
      { text: 'WIRE TYPE:WIRE IN DATE: 013126 TIME:0930 ORIG:ACME INC ID:000123 PMT DET:RF18 5390' },
    ],
    [
      'Scandinavian, free text',
      'Overførsel fra Åse Sørensen\r\nHusleje',
      { text: 'Overførsel fra Åse Sørensen Husleje' },
    ],
    [
      'Swiss, free text',
      'GUTSCHRIFT AUFTRAGGEBER: MEIER, ZÜRICH\r\nMITTEILUNGEN: MIETE',
      { text: 'GUTSCHRIFT AUFTRAGGEBER: MEIER, ZÜRICH MITTEILUNGEN: MIETE' },
    ],
    [
      'a line of 65 characters goes on in the next',
      `${'x'.repeat(61)} RF1\r\n8539`,
      { text: `${'x'.repeat(61)} RF18539` },
    ],
    ['a line that looks like a field', 'Ref\r\n:99:not a field', { text: 'Ref :99:not a field' }],
    ['a telephone number', '+49 30 1234', { text: '+49 30 1234' }],
    ['empty', '', { text: '' }],
  ])('%s', async (_, information, expected) => {
    expect(await entryIn(ENTRY, `:86:${information}`)).toMatchObject(expected)
  })

  test('several fields about one entry; one about the statement before and after the entries', async () => {
    const file = statement([':86:before', ENTRY, ':86:first', ':86:second', CLOSING, ':86:after'])
    expect(entriesOf(await readEvents(file)).map(({ text }) => text)).toEqual(['first second'])
  })
})

describe('entries of MT940', () => {
  test.each([
    ['260131C100,00NTRFNONREF', { amount: '100', bookedOn: '2026-01-31', endToEndId: null }],
    ['2601310131CR1234,NTRFREF', { amount: '1234', endToEndId: 'REF' }],
    ['2601310131DR,50NCHG', { amount: '-0.5', endToEndId: null }],
    ['2601310131C100.5NTRFNONREF', { amount: '100.5' }],
    ['2601310131DN0000000001234,56N024NONREF', { amount: '-1234.56' }],
    ['2601310131RCR5,NRTINONREF', { amount: '-5' }],
    ['2601310131RD5,NRTINONREF', { amount: '5' }],
    ['2512311231C1,S103A//B//C', { endToEndId: 'A', bankReference: 'B//C' }],
    [
      '2512310102C1,NTRFEREF//01',
      { bookedOn: '2026-01-02', valueOn: '2025-12-31', endToEndId: null, bankReference: '01' },
    ],
    ['2601021231C1,NTRFNONREF//NONREF', { bookedOn: '2025-12-31', bankReference: null }],
    ['260131    C1,NTRFNONREF', { bookedOn: '2026-01-31' }],
    ['2601310131C1,NTRFNON REF  ', { endToEndId: null }],
    ['2601310131C1,FTRFKREF+//0000000000', { endToEndId: null, bankReference: null }],
    ['2402290229C1,NTRFX', { bookedOn: '2024-02-29' }],
    [
      '2601310131C1,NMSCABC//DEF\r\n/OCMT/USD1,10/',
      { endToEndId: 'ABC', bankReference: 'DEF', text: '/OCMT/USD1,10/' },
    ],
    ['2601310131ED1,NTRFNONREF', undefined],
  ])(':61:%s', async (entry, expected) => {
    const found = await entryIn(`:61:${entry}`)
    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBeUndefined()
  })
})

describe('statements of MT940', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['DE89370400440532013000EUR', 'DE89370400440532013000'],
    ['DE89370400440532013000 EUR', 'DE89370400440532013000'],
    ['NL91ABNA0417164300', 'NL91ABNA0417164300'],
    ['37040044/0532013000', '37040044/0532013000'],
    ['37040044/0532013000EUR', '37040044/0532013000'],
    ['COBADEFF/0532013000', 'COBADEFF/0532013000'],
    ['/PL61109010140000071219812874', 'PL61109010140000071219812874'],
    ['GB29NWBK60161331926819GBP', 'GB29NWBK60161331926819'],
    ['12345678', '12345678'],
    ['MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  ])('account %s is %s', async (written, number) => {
    const [opened] = await readEvents(statement([CLOSING], written))
    expect(opened).toEqual({ kind: 'opened', account: { number, currency: 'EUR' } })
  })

  const whole = statement([ENTRY, ':86:Müller', CLOSING])
  const swift = `{1:F01AAAABB99BSMK3513951576}{2:O9400934081223BBBBAA33ABCD03592332770812230834N}{3:{108:X}}{4:\r\n${whole.replace('\r\n-\r\n', '\r\n-}{5:{CHK:ABC}}\r\n')}`
  test.each([
    ['CRLF', whole, 1],
    ['LF', whole.replaceAll('\r\n', '\n'), 1],
    ['CR', whole.replaceAll('\r\n', '\r'), 1],
    ['Latin-1', Buffer.from(whole, 'latin1'), 1],
    ['a byte order mark', `\ufeff${whole}`, 1],
    ['spaces at the ends of lines', whole.replaceAll('\r\n', '   \r\n'), 1],
    ['no last hyphen', whole.replace('-\r\n', ''), 1],
    ['no last line end', whole.trimEnd(), 1],
    ['empty lines before', `\r\n\r\n${whole}`, 1],
    ['SWIFT’s blocks', swift, 1],
    ['blocks on lines of their own', swift.replace('}{2:', '}\r\n{2:').replace('}{4:', '}\r\n{4:'), 1],
    ['two messages on one line', swift.trimEnd() + swift, 2],
    ['frames of an interface', `\u0001${swift.trimEnd()}\u0003$\u0001${swift}`, 2],
    ['a bank’s own heading', `ABNANL2A\r\n940\r\nABNANL2A\r\n${whole}ABNANL2A\r\n940\r\nABNANL2A\r\n${whole}`, 2],
    ['field 940', `:940:\r\n${whole}`, 1],
    ['no hyphen between statements', whole.replace('-\r\n', '') + whole, 2],
    [
      'fields of one bank',
      whole
        .replace(':28C:', ':NS:22Ada\r\n23Girokonto\r\n:28C:')
        .replace(CLOSING, `${CLOSING}\r\n:64:C260131EUR1,\r\n:65:C260201EUR2,`),
      1,
    ],
    [
      'field 21 and an available balance',
      whole.replace(':25:', ':21:NONREF\r\n:25:').replace(CLOSING, `${CLOSING}\r\n:64:C260131EUR5,`),
      1,
    ],
  ])('%s', async (_, file, statements) => {
    const events = await readEvents(file, { pieceSize: 3 })
    expect(entriesOf(events).map(({ text }) => text)).toEqual(Array(statements).fill('Müller'))
    expect(events.filter(({ kind }) => kind === 'ended')).toHaveLength(statements)
  })

  test('pages: the balance of one is carried over to the next', async () => {
    const pages = [
      ':60F:C260130EUR10,',
      ENTRY,
      ':62M:C260131EUR110,',
      '-',
      ':20:X',
      ':25:1234567',
      ':28C:1/2',
      ':60M:C260131EUR110,',
      ENTRY,
      ':62F:C260131EUR210,',
      '-',
    ]
    const events = await readEvents([':20:X', ':25:1234567', ':28C:1/1', ...pages].join('\n'))
    expect(events.flatMap((event) => (event.kind === 'balance' ? [event.balance.amount] : []))).toEqual([
      '10',
      '110',
      '110',
      '210',
    ])
  })

  test.each([
    [':60F:C000000EUR0,', { amount: '0', on: null }],
    [':60F:D260130EUR12,5', { amount: '-12.5', on: '2026-01-30' }],
    [':60F:C260130EUR ,99', { amount: '0.99' }],
    [':60F:C260130EUR1234.00', { amount: '1234' }],
  ])('opening %s', async (field, balance) => {
    const events = await readEvents(whole.replace(':60F:C260130EUR1000,00', field))
    expect(events[1]).toMatchObject({ kind: 'balance', which: 'opening', balance })
  })

  test.each([
    ['an entry without amount', statement([':61:2601310131CNTRF', CLOSING]), /^Line 5: the entry/],
    ['an entry before the statement', `:20:X\n:25:1\n${ENTRY}\n`, /^Line 3: .*outside/],
    ['a balance without date', statement([':62F:CEUR1,']), /^Line 5: the balance/],
    ['a balance without digits', statement([':62F:C260131EUR,']), /^Line 5: the balance/],
    ['30 February', statement([':61:2602300230C1,NTRF', CLOSING]), /^Line 5: 2026-02-30/],
    ['29 February of another year', statement([':61:2602280229C1,NTRF', CLOSING]), 'not a date'],
    ['no account', `:20:X\n:28C:1\n:60F:C260130EUR1,\n${CLOSING}`, 'no account'],
    [
      'an interim report',
      ':20:X\n:25:1234567\n:28C:1\n:34F:EUR0,\n:13D:2601311200+0100\n:61:260131C1,NTRFX\n:90C:1EUR1,\n-',
      'outside of a statement',
    ],
    ['a file cut after an entry', statement([ENTRY]).replace('-\r\n', ''), 'closing balance'],
    ['a line without end', `:20:X\n:86:${'x'.repeat(300_000)}`, '100,000 characters'],
    ['a field without end', `:20:X\n:86:${'x\n'.repeat(2_000)}`, 'too long'],
  ])('refuses %s', async (_, file, message) => {
    await expect(readEvents(file, { pieceSize: 4_096 })).rejects.toThrow(message)
  })
})
