import { describe, expect, test } from 'vitest'
import { entriesOf, readEvents } from '../../../test/statement-events.ts'
import { detectCsv } from './detect-csv.ts'

/* Exports in the shapes of many banks. What is detected has to read them without a person's help. */

const FILES: [string, string, object[]][] = [
  [
    'German, with a preamble and a footer',
    `"Kontonummer:";"DE89370400440532013000 / Girokonto";\n\n"Von:";"01.01.2026";\n"Kontostand vom 31.01.2026:";"1.234,56 EUR";\n\n"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";\n"30.01.2026";"31.01.2026";"Lastschrift";"Stadtwerke";"Abschlag; Januar";"DE02120300000000202051";"BYLADEM1001";"-1.050,00";\n"05.01.2026";"05.01.2026";"Gutschrift";"Ada";"RF18 5390";"DE02";"X";"2.000,5";\n"Summe";;;;;;;"950,50";\n`,
    [
      {
        bookedOn: '2026-01-30',
        valueOn: '2026-01-31',
        amount: '-1050',
        counterpartyName: 'Stadtwerke',
        counterpartyNumber: 'DE02120300000000202051',
        text: 'Lastschrift Abschlag; Januar',
      },
      { bookedOn: '2026-01-05', amount: '2000.5', text: 'Gutschrift RF18 5390' },
    ],
  ],
  [
    'German, Soll and Haben in a column',
    'Buchungstag;Valuta;Empfänger/Zahlungspflichtiger;Vorgang/Verwendungszweck;Währung;Umsatz;Soll/Haben\n02.01.2026;02.01.2026;Ada;Miete;EUR;12,50;S\n03.01.2026;03.01.2026;Bob;Lohn;EUR;1.000,00;H\n',
    [
      { amount: '-12.5', currency: 'EUR', counterpartyName: 'Ada', text: 'Miete' },
      { amount: '1000', valueOn: '2026-01-03' },
    ],
  ],
  [
    'German, a column each',
    'Datum;Text;Soll;Haben;Saldo\n02.01.2026;Miete;-12,50;;87,50\n03.01.2026;Lohn;;1.000,00;1.087,50\n',
    [
      { amount: '-12.5', balance: '87.5' },
      { amount: '1000', balance: '1087.5' },
    ],
  ],
  [
    'Austrian, without headings',
    '02.01.2026;Miete Jänner;02.01.2026;-12,50;EUR;02.01.2026 05:12:33:123\n15.01.2026;Lohn;15.01.2026;1.000,00;EUR;15.01.2026 05:12:33:123\n',
    [
      { bookedOn: '2026-01-02', amount: '-12.5' },
      { bookedOn: '2026-01-15', amount: '1000' },
    ],
  ],
  [
    'Dutch, Af and Bij',
    '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"\n"20260131";"J de Vries";"NL32INGB0000012345";"NL91ABNA0417164300";"OV";"Bij";"50,00";"Overschrijving";"Huur"\n"20260130";"Shop";"NL32INGB0000012345";"";"BA";"Af";"7,95";"Betaalautomaat";""\n',
    [
      {
        bookedOn: '2026-01-31',
        amount: '50',
        counterpartyName: 'J de Vries',
        counterpartyNumber: 'NL91ABNA0417164300',
        text: 'Huur',
      },
      { amount: '-7.95' },
    ],
  ],
  [
    'American, one signed column',
    'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nCREDIT,01/31/2026,"ACME INC, PAYROLL",1500.00,ACH_CREDIT,2500.00,\nDEBIT,01/02/2026,"RENT",-500.00,ACH_DEBIT,1000.00,\n',
    [
      { bookedOn: '2026-01-31', amount: '1500', balance: '2500', text: 'CREDIT ACME INC, PAYROLL' },
      { bookedOn: '2026-01-02', amount: '-500' },
    ],
  ],
  [
    'American, days that are never beyond 12',
    'Date,Description,Amount\n01/02/2026,a,1.00\n01/05/2026,b,2.00\n01/09/2026,c,3.00\n',
    [{ bookedOn: '2026-01-02' }, { bookedOn: '2026-01-05' }, { bookedOn: '2026-01-09' }],
  ],
  [
    'British, money in and out',
    'Date,Type,Description,Paid out,Paid in,Balance\n31 Jan 2026,BP,RENT,"£1,200.00",,£300.00\n30 Jan 2026,CR,SALARY,,"£1,500.00","£1,500.00"\n',
    [{ bookedOn: '2026-01-31', amount: '-1200', balance: '300' }, { amount: '1500' }],
  ],
  [
    'French',
    'Date;Date de valeur;Libellé;Débit;Crédit\n31/01/2026;31/01/2026;VIR SEPA MARTIN;;1 234,56\n02/01/2026;02/01/2026;PRLV EDF;-45,10;\n',
    [{ bookedOn: '2026-01-31', amount: '1234.56', text: 'VIR SEPA MARTIN' }, { amount: '-45.1' }],
  ],
  [
    'Spanish',
    'Fecha;Fecha valor;Concepto;Importe;Saldo\n31-01-2026;31-01-2026;Transferencia;-1.234,56;10,00\n',
    [{ bookedOn: '2026-01-31', amount: '-1234.56', text: 'Transferencia' }],
  ],
  [
    'Swedish, tabs and spaces in amounts',
    'Bokföringsdatum\tValutadatum\tText\tBelopp\tSaldo\n2026-01-31\t2026-01-31\tHyra\t-8 500,00\t1 500,00\n',
    [{ bookedOn: '2026-01-31', amount: '-8500', text: 'Hyra' }],
  ],
  [
    'Polish',
    'Data księgowania;Data waluty;Nazwa odbiorcy/nadawcy;Numer rachunku;Tytuł;Kwota;Waluta\n2026-01-31;2026-01-31;Jan Kowalski;PL61109010140000071219812874;Czynsz;-1 200,00;PLN\n',
    [
      {
        amount: '-1200',
        counterpartyName: 'Jan Kowalski',
        counterpartyNumber: 'PL61109010140000071219812874',
        text: 'Czynsz',
        currency: 'PLN',
      },
    ],
  ],
  [
    'Swiss, apostrophes',
    "Buchungsdatum;Buchungstext;Betrag;Saldo\n31.01.2026;Miete;-1'200.00;300.00\n",
    [{ amount: '-1200', text: 'Miete' }],
  ],
  [
    'a trailing minus',
    'Date;Text;Amount\n2026-01-31;a;12,50-\n2026-01-30;b;7,00+\n',
    [{ amount: '-12.5' }, { amount: '7' }],
  ],
  [
    'German savings bank: the own account, pending rows and references that are none',
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"\n"DE02120300000000202051";"31.01.26";"31.01.26";"FOLGELASTSCHRIFT";"Strom";"";"";"E2E-1";"";"";"";"Stadtwerke";"DE89370400440532013000";"COBADEFF";"-60,00";"EUR";"Umsatz vorgemerkt"\n"DE02120300000000202051";"30.01.26";"30.01.26";"GUTSCHRIFT";"Miete";"";"";"NOTPROVIDED";"";"";"";"Ada";"DE89370400440532013000";"COBADEFF";"500,00";"EUR";"Umsatz gebucht"\n',
    [
      {
        bookedOn: '2026-01-30',
        amount: '500',
        currency: 'EUR',
        endToEndId: null,
        counterpartyName: 'Ada',
        counterpartyNumber: 'DE89370400440532013000',
      },
    ],
  ],
  [
    'Revolut: fees beside the amount, rows that are pending or reverted',
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nTOPUP,Current,2026-01-01 10:00:00,2026-01-02 09:00:00,Top-up,100.00,0.00,EUR,COMPLETED,100.00\nCARD_PAYMENT,Current,2026-01-02 10:00:00,,Hotel,-70.00,0.00,EUR,PENDING,\nCARD_PAYMENT,Current,2026-01-02 11:00:00,,Shop,-5.00,0.00,EUR,REVERTED,\nTRANSFER,Current,2026-01-02 12:00:00,2026-01-04 09:00:00,To Ben,-10.00,0.50,EUR,COMPLETED,89.50\n',
    [
      { bookedOn: '2026-01-02', amount: '100', balance: '100' },
      { bookedOn: '2026-01-04', amount: '-10.5', balance: '89.5', text: 'To Ben' },
    ],
  ],
  ['a line for spreadsheets', 'sep=;\nDatum;Text;Betrag\n31.01.2026;Miete;-5,00\n', [{ amount: '-5' }]],
  ['vertical bars', 'Date|Description|Amount\n2026-01-31|a|5.00\n', [{ amount: '5' }]],
]

describe('CSV as banks write it', () => {
  test.each(FILES)('%s', async (_, text, expected) => {
    const { guess } = detectCsv(text)
    if (!guess) throw new Error('nothing was recognised')
    const variants = [Buffer.from(text, 'utf8'), Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`)]
    if (!/[ęł]/.test(text)) variants.push(Buffer.from(text.replace('£', '\u00a3'), 'latin1'))
    for (const file of variants)
      expect(entriesOf(await readEvents(file, { mapping: guess, pieceSize: 9 }))).toMatchObject(expected)
  })

  test.each([
    [true, 'Date,Description,Amount\n2026-01-31,a,5.00\n'],
    [true, 'Date,Description,Amount\n01/31/2026,a,5.00\n'],
    [true, 'Buchungstag;Text;Betrag\n05.01.2026;Miete;1.000,50\n'],
    [true, 'Datum;Text;Soll;Haben\n02.01.2026;Miete;12,50;\n'],
    [false, 'Date,Description,Amount\n01/02/2026,a,5.00\n'],
    [false, 'Date,Description,Amount,Type\n2026-01-31,a,5.00,Debit\n'],
    [false, '2026-01-31,a,5.00\n'],
    [false, 'When,What,How much\n2026-01-31,a,5.00\n'],
  ])('certain: %s, %j', (certain, text) => {
    expect(detectCsv(text).isCertain).toBe(certain)
  })

  test('the balance of each entry makes opening and closing, in either order of time', async () => {
    const rows = ['02.01.2026;Miete;-12,50;87,50', '03.01.2026;Lohn;10,00;97,50', '03.01.2026;Lohn;10,00;107,50']
    for (const ordered of [rows, rows.toReversed()]) {
      const text = ['Datum;Text;Betrag;Saldo', ...ordered, ''].join('\n')
      const events = await readEvents(text, { mapping: detectCsv(text).guess ?? undefined })
      expect(events.filter(({ kind }) => kind === 'balance')).toMatchObject([
        { which: 'opening', balance: { amount: '100', on: '2026-01-02' } },
        { which: 'closing', balance: { amount: '107.5', on: '2026-01-03' } },
      ])
    }
  })

  const mapping = {
    delimiter: ';',
    skipRows: 1,
    dateOrder: 'dmy',
    decimal: ',',
    bookedOn: 0,
    amount: 1,
    balance: 2,
    text: [],
  } as const
  test.each([
    ['balances that don’t follow', 'a\n01.01.2026;1;1\n02.01.2026;1;2\n03.01.2026;1;9\n', /^Row 4: the balance/],
    ['a row without date among others', 'a\n01.01.2026;1;1\nx;1;2\n03.01.2026;1;3\n', /^Row 3 has no date/],
    ['a cut date', 'a\n01.01.2026;1;1\n02.0', /^Row 3: '02.0' is not a date/],
    ['a cut amount', 'a\n01.01.2026;1;1\n02.01.2026', /^Row 3: '' is not an amount/],
    ['a quote without end', `a\n01.01.2026;1;1\n"02.01.2026;1;2\n${'x\n'.repeat(80_000)}`, 'not CSV'],
    ['a binary file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'not text'],
    ['a zip', 'PK\u0003\u0004rest', 'ZIP'],
    ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'document'],
  ])('refuses %s', async (_, file, message) => {
    await expect(readEvents(file, { mapping: { ...mapping, text: [] }, pieceSize: 4_096 })).rejects.toThrow(message)
  })

  test.each(['', 'a', 'hello world\nthis is text\n', '\n\n\n', '<html>', 'x'.repeat(70_000)])(
    '%.20j has no guess',
    (text) => {
      expect(detectCsv(text).guess).toBeNull()
    },
  )
})
