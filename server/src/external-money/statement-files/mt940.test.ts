import { describe, expect, test } from 'vitest'
import { entriesOf, readEvents } from '../../../test/statement-events.ts'

const statement = (...fields: string[]) =>
  [':20:STARTUMS', ':25:DE89370400440532013000', ':28C:00001/001', ':60F:C260130EUR1000,00', ...fields, '-', ''].join(
    '\r\n',
  )
const CLOSING = ':62F:C260131EUR1000,00'

describe('MT940', () => {
  test('reads a statement of a German bank: structured information, cut lines, references', async () => {
    const file = statement(
      ':61:2601310131CR250,00NTRFNONREF//B4J3AB12',
      ':86:166?00GUTSCHRIFT?109075/659?20EREF+OT-7K2M?21SVWZ+Rechnung 4711, vielen?22Dank?30COBADEFF',
      '?31DE02120300000000202051?32MUELLER UND SOEHNE HANDELSG?33ESELLSCHAFT MBH',
      ':61:260131D12,5NMSC4711//X',
      ':86:Kontofuehrung Januar',
      ':62F:C260131EUR1237,50',
      ':86:Text zum Auszug',
    )
    expect(await readEvents(file)).toEqual([
      { kind: 'opened', account: { number: 'DE89370400440532013000', currency: 'EUR' } },
      { kind: 'balance', which: 'opening', balance: { amount: '1000', on: '2026-01-30' } },
      {
        kind: 'entry',
        entry: {
          bookedOn: '2026-01-31',
          valueOn: '2026-01-31',
          amount: '250',
          currency: null,
          endToEndId: 'OT-7K2M',
          bankReference: 'B4J3AB12',
          counterpartyName: 'MUELLER UND SOEHNE HANDELSGESELLSCHAFT MBH',
          counterpartyNumber: 'DE02120300000000202051',
          text: 'Rechnung 4711, vielen Dank',
          balance: null,
        },
      },
      {
        kind: 'entry',
        entry: expect.objectContaining({ amount: '-12.5', endToEndId: '4711', text: 'Kontofuehrung Januar' }),
      },
      { kind: 'balance', which: 'closing', balance: { amount: '1237.5', on: '2026-01-31' } },
      { kind: 'ended' },
    ])
  })

  test.each([
    [
      'Dutch codes',
      [
        '/TRTP/SEPA OVERBOEKING/IBAN/NL11ABNA0123456789/BIC/ABNANL2A/NAME/J. de Vri',
        'es/REMI/Factuur 12/34/EREF/E2E-1',
      ],
      {
        counterpartyName: 'J. de Vries',
        counterpartyNumber: 'NL11ABNA0123456789',
        endToEndId: 'E2E-1',
        text: 'Factuur 12/34',
      },
    ],
    [
      'codes with positions',
      ['/EREF/NOTPROVIDED//CNTP/NL08INGB0000001234/INGBNL2A/ING Testrekening//', '/REMI/USTD//Huur januari/'],
      {
        counterpartyName: 'ING Testrekening',
        counterpartyNumber: 'NL08INGB0000001234',
        endToEndId: null,
        text: 'Huur januari',
      },
    ],
    [
      'free text',
      ['RENT JANUARY', 'FLAT 4'],
      { counterpartyName: null, counterpartyNumber: null, text: 'RENT JANUARY FLAT 4' },
    ],
    ['codes in free text', ['EREF+OT-1 SVWZ+Rent'], { endToEndId: 'OT-1', text: 'Rent' }],
  ])('information: %s', async (_, lines, expected) => {
    const [found] = entriesOf(
      await readEvents(statement(':61:2601310131C1,NTRFNONREF', `:86:${lines.join('\r\n')}`, CLOSING)),
    )
    expect(found).toMatchObject(expected)
  })

  test.each([
    [':61:260131C100,00NTRFNONREF', { bookedOn: '2026-01-31', valueOn: '2026-01-31', amount: '100' }],
    [':61:2512310102D7,NTRFNONREF', { bookedOn: '2026-01-02', valueOn: '2025-12-31', amount: '-7' }],
    [':61:2601021231D7,NTRFNONREF', { bookedOn: '2025-12-31', valueOn: '2026-01-02' }],
    [':61:2601310131RC0,01NRTINONREF', { amount: '-0.01' }],
    [':61:2601310131RD0,01NRTINONREF', { amount: '0.01' }],
    [
      ':61:2601310131CR1234567,89N654MYREF//BANKREF',
      { amount: '1234567.89', endToEndId: 'MYREF', bankReference: 'BANKREF' },
    ],
    [':61:2402290229DR5,NTRFNONREF', { bookedOn: '2024-02-29' }],
  ])('entry %s', async (entry, expected) => {
    expect(entriesOf(await readEvents(statement(entry, CLOSING)))[0]).toMatchObject(expected)
  })

  test('reads many statements, with and without SWIFT’s blocks, LF only, and Latin-1', async () => {
    const one = statement(':61:2601310131C1,NTRFNONREF', ':86:M\u00fcller', CLOSING).replaceAll('\r\n', '\n')
    const swift = `{1:F01AAAABB99BSMK3513951576}{2:O9400934081223BBBBAA33ABCD03592332770812230834N}{4:\n${one.replace('\n-\n', '\n-}\n')}`
    const events = await readEvents(Buffer.from(swift + one, 'latin1'))
    expect(entriesOf(events).map(({ text }) => text)).toEqual(['Müller', 'Müller'])
    expect(events.filter(({ kind }) => kind === 'ended')).toHaveLength(2)
  })

  test('announced entries are left out', async () => {
    const events = await readEvents(statement(':61:2601310131EC1,NTRFNONREF', ':86:later', CLOSING))
    expect(entriesOf(events)).toEqual([])
  })

  test.each([
    ['truncated', statement(':61:2601310131C1,NTRFNONREF'), 'closing balance'],
    ['a date that does not exist', statement(':61:2602300230C1,NTRFNONREF', CLOSING), 'not a date'],
    ['an unreadable entry', statement(':61:yesterday', CLOSING), 'Line 5'],
    ['an unreadable balance', statement(':62F:X260131EUR1,'), 'balance'],
    ['no statement', ':20:X\r\n:25:123\r\n', 'no statement'],
  ])('refuses %s', async (_, file, message) => {
    await expect(readEvents(file)).rejects.toThrow(message)
  })
})
