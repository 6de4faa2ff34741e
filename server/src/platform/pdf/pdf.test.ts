import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { verbatim } from '#contract/text.ts'
import type { StatementLine } from '../../documents/statement-lines.ts'
import type { Statement } from '../../documents/statements/statement.ts'
import { renderStatementPdf } from '../../documents/statements/statement-pdf.ts'
import { readConfig } from '../config/config.ts'
import { formatCents } from '../texts/formats.ts'
import { sourceTexts } from '../texts/texts.ts'
import { Face } from './faces.ts'
import { letterheadOf } from './letterhead.ts'
import { toClusters, toLine } from './text-runs.ts'
import { wrapText } from './wrap-text.ts'

const letterhead = letterheadOf(
  readConfig({ PUBLIC_URL: 'https://fable.example', INSTITUTION_NAME: 'Fable & Sons <Bank>' }),
)
const issue = { number: '7ZQ4-0F3K-9XWM-TT2V-HH81-Q0ZD-K5AB', issuedAt: new Date('2026-11-16T11:03:00Z') }

type Lines = Iterable<Partial<StatementLine>>
function statementOf(lines: Lines, changed: Partial<Statement> = {}): Statement {
  return {
    month: '2026-10',
    final: true,
    closed: true,
    zone: 'UTC',
    count: [...lines].length,
    openingCents: 100_000_00n,
    creditsCents: 50_000_000_00n,
    debitsCents: 7_654_321n,
    closingCents: 1_234_567_89n,
    account: {
      id: 'a',
      ownerId: 'o',
      number: '4821077315',
      name: 'Main account',
      kind: 'main',
      openedAt: new Date('2026-01-01'),
    },
    holder: { name: 'Ada Example', address: '1 Engine Street', locale: null },
    lines: async function* () {
      for (const line of lines) yield { ...LINE, ...line }
    },
    ...changed,
  }
}
const LINE: StatementLine = {
  method: 'wire',
  isReversal: false,
  number: 1n,
  bookedOn: '2026-10-06',
  valueOn: '2026-10-05',
  reference: 'M7QX2-9KDTF',
  message: '',
  transactionId: 't',
  currency: '',
  reversed: null,
  counterparty: { name: 'Grace', accountNumber: '0532013000', bankName: 'Example Savings', iban: '', swiftCode: '' },
  amountCents: -120_50n,
  balanceAfterCents: 99_879_50n,
}
const manyLines = (count: number): Partial<StatementLine>[] =>
  Array.from({ length: count }, (_, i) => ({
    amountCents: BigInt((i % 2 ? -1 : 1) * (i * 7919 + 11)),
    balanceAfterCents: BigInt(1_000_000 + i),
    currency: `Payment ${i}`,
  }))
const pdfOf = (statement: Statement, given: Partial<typeof letterhead> = {}, staffCopy = false) =>
  buffer(renderStatementPdf({ ...letterhead, origin: letterhead.origin, ...given }, statement, { ...issue, staffCopy }))

const installed = ['qpdf', 'pdfinfo', 'pdftotext'].every((program) => !spawnSync(program, ['--version']).error)
const run = (program: string, args: string[], input?: Buffer) =>
  execFileSync(program, args, { input, encoding: 'utf8' })
const textOf = (pdf: Buffer) => run('pdftotext', ['-layout', '-', '-'], pdf)

/** Checks the file, and gives catalog, structure and metadata as text: qpdf writes every object uncompressed. */
function objectsOf(pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  const path = join(folder, 'a.pdf')
  try {
    writeFileSync(path, pdf)
    run('qpdf', ['--check', path])
    return run('qpdf', ['--qdf', '--object-streams=disable', path, '-'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a document does not change which characters the next one knows', () => {
  const { font } = new Face('inter', 'Inter', '600SemiBold')
  const subset = font.createSubset()
  for (const glyph of font.layout(':').glyphs) subset.includeGlyph(glyph)
  subset.encode()
  expect(font.layout('.').glyphs.map(({ codePoints }) => codePoints)).toEqual([['.'.codePointAt(0)]])
})

test('the same statement and issue give the same bytes; another number gives others', async () => {
  const statement = statementOf(manyLines(3))
  const digest = async (number: string) =>
    createHash('sha256')
      .update(await buffer(renderStatementPdf(letterhead, statement, { ...issue, number })))
      .digest('hex')
  const [first, second, other] = [await digest(issue.number), await digest(issue.number), await digest('0000')]
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})

test('finished pages leave while later lines are still read', async () => {
  const lines = manyLines(200)
  let [passes, readInLastPass] = [0, 0]
  const statement = statementOf(lines, {
    lines: async function* () {
      passes++
      readInLastPass = 0
      for (const line of lines) {
        readInLastPass++
        yield { ...LINE, ...line }
      }
    },
  })
  const readWhenChunkLeft: number[] = []
  for await (const _ of renderStatementPdf(letterhead, statement, issue)) readWhenChunkLeft.push(readInLastPass)
  expect(passes).toBe(2)
  expect(readWhenChunkLeft.length).toBeGreaterThan(8)
  expect(readWhenChunkLeft[0]).toBeLessThan(20)
  // A page holds about twenty lines: none waits for the pages after it.
  for (const [i, read] of readWhenChunkLeft.entries()) expect(read).toBeLessThan(20 * (i + 2))
})

describe('text', () => {
  const style = { family: 'regular', size: 10, color: '#000' } as const
  const visual = (text: string) => toLine(toClusters(text, 'regular'), style).runs.map((run) => run.text)

  test('is without control characters and bidirectional marks; what no font has is a box', () => {
    expect(visual('a\u202e\u2066b\u0007\u200fc')).toEqual(['abc'])
    expect(visual('Hi 👨‍👩‍👧 \ud800!')).toEqual(['Hi ', '□', ' ', '□', '!'])
    expect(visual(`e${'\u0301'.repeat(50)}`).join('').length).toBeLessThan(5)
  })

  test('from right to left is in visual order, with numbers and brackets as they are read', () => {
    const shown = visual('דוד 42 (כהן)')
    expect(shown.map((run) => run.trim()).filter(Boolean)).toEqual(['(', 'כהן', ')', '42', 'דוד'])
  })

  test('breaks into lines that fit, also inside of a word of 200 characters', () => {
    for (const text of ['W'.repeat(200), 'word '.repeat(40), 'محمد '.repeat(40), '👩‍🚀'.repeat(200)]) {
      const lines = wrapText(verbatim(text), style, 120)
      expect(lines.length).toBeGreaterThan(4)
      for (const { width } of lines) expect(width).toBeLessThanOrEqual(120.5)
    }
  })
})

describe.skipIf(!installed)('programs that read PDF', () => {
  test('find a valid, tagged document with title, language and every amount on every page', async () => {
    const lines = manyLines(60)
    const pdf = await pdfOf(statementOf(lines))
    const info = run('pdfinfo', ['-'], pdf)
    expect(info).toMatch(/Title:\s+Account statement, October 2026\n/)
    expect(info).toMatch(/Tagged:\s+yes/)
    expect(info).toMatch(/Author:\s+Fable and Sons Bank\n/)
    const pages = Number(/Pages:\s+(\d+)/.exec(info)?.[1])
    expect(pages).toBeGreaterThan(2)
    const objects = objectsOf(pdf)
    expect(objects).toMatch(/\/Lang \(en\)/)
    expect(objects).toMatch(/\/DisplayDocTitle true/)
    expect(objects).toContain('<pdfuaid:part>1</pdfuaid:part>')
    for (const type of ['H1', 'H2', 'Table', 'THead', 'TR', 'TH', 'TD', 'Figure', 'Link'])
      expect(objects).toContain(`/S /${type}\n`)
    expect(objects).toMatch(/\/Scope \/Column/)
    expect(objects).toContain(`/Alt (QR code of https://fable.example/verify#${issue.number})`)
    const text = textOf(pdf)
    for (const { amountCents = 0n, balanceAfterCents = 0n } of lines)
      for (const cents of [amountCents, balanceAfterCents]) expect(text).toContain(formatCents(cents, sourceTexts()))
    for (let page = 1; page <= pages; page++) expect(text).toContain(`Page ${page} of ${pages}`)
    for (const shown of [
      'Ada Example',
      '4821077315',
      'October 1 – 31, 2026',
      '$100,000.00',
      '$1,234,567.89',
      issue.number,
    ])
      expect(text).toContain(shown)
    expect(text).not.toContain('Provisional')
  })

  test('find the paper of the bank, the words of a provisional month, and an empty one', async () => {
    const open = statementOf([], { final: false, month: '2026-11' })
    const pdf = await pdfOf(open, { paper: 'Letter' })
    expect(run('pdfinfo', ['-'], pdf)).toMatch(/612 x 792 pts \(letter\)/)
    expect(run('pdfinfo', ['-'], await pdfOf(open))).toMatch(/\(A4\)/)
    const text = textOf(pdf)
    const notice = ['Provisional statement', 'until November 16, 2026 at 11:03 AM', 'No transactions were booked']
    for (const shown of [...notice, 'November 1 – 16, 2026', 'Balance on November 16, 2026'])
      expect(text.replace(/\s+/g, ' ')).toContain(shown)
    expect(text).not.toContain('Closing balance')
  })

  test('find a staff copy marked on every page, and no mark on the owner’s', async () => {
    const statement = statementOf(manyLines(30))
    const copy = textOf(await pdfOf(statement, {}, true))
    expect(copy).toContain('Copy issued by staff on November 16, 2026.')
    const pages = copy.split('\f').filter((page) => page.trim())
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page).toContain('Copy issued by staff')
    expect(textOf(await pdfOf(statement))).not.toContain('staff')
  })

  test('read hostile names: right to left, emoji, marks, 200 characters', async () => {
    const name = `\u202eمحمد بن سلمان\u202c 👩‍🚀 \u200b\u0000${'Ŵ'.repeat(170)}`
    const pdf = await pdfOf(
      statementOf([{ currency: name, counterparty: null }], {
        holder: { name, address: '\u2067\u0000'.repeat(20), locale: null },
      }),
    )
    objectsOf(pdf)
    const text = textOf(pdf)
    // An actual text is in logical order; pdftotext takes it for a visual one and turns it.
    expect(text).toContain([...'محمد'].reverse().join(''))
    expect(text).toContain('👩‍🚀')
    expect(text.replace(/[^Ŵ]/g, '')).toHaveLength(340)
    // pdftotext puts marks of its own around right-to-left words.
    expect(text).not.toMatch(/[\u2066-\u2069\u200b\0]/u)
    expect(run('pdfinfo', ['-'], pdf)).toMatch(/Pages:\s+1\n/)
  })
})
