import { DEMONSTRATION_RIBBON } from '#contract/settings/demonstration.ts'
import type { Institution } from '#contract/settings/institution.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import type { Config } from '../config/config.ts'
import type { Texts } from '../texts/texts.ts'
import { loadQr } from './libraries.ts'
import { type Block, colored, type Frame, STYLES, tabular } from './page-layout.ts'
import { PALETTE } from './palette.ts'
import { fitted } from './parts.ts'
import type { Box, Paper, PdfWriter } from './pdf-writer.ts'
import { type IssueDetails, STAFF_COPY, textsOf } from './render.ts'
import type { TextStyle, toLine } from './text-runs.ts'
import { oneLine, wrapText } from './wrap-text.ts'

/** What all documents of a bank have in common. */
export type Letterhead = {
  institution: Institution
  /** Where `/verify` is. */
  origin: string
  paper: Paper
}

export const letterheadOf = (config: Pick<Config, 'institution' | 'publicUrl' | 'port' | 'paper'>): Letterhead => ({
  institution: config.institution,
  // Read with each document: with PORT=0 the port is known only when the server listens.
  get origin() {
    return config.publicUrl ?? `http://localhost:${config.port}`
  },
  paper: config.paper,
})

const MARK_SIZE = 30
const QR_SIZE = 62
const QR_GAP = 14
const HEAD_HEIGHT = 96
const BOOK =
  'M15.4 25.4c-2.7-2-6-2.9-9.4-2.8v-8.4c3.4-.1 6.7.8 9.4 2.8zM16.6 25.4c2.7-2 6-2.9 9.4-2.8v-8.4c-3.4-.1-6.7.8-9.4 2.8z'

/** The logo of the web application. */
export function drawMark(pdf: PdfWriter, { x, y }: { x: number; y: number }, size: number): void {
  const scale = size / 32
  pdf.fill({ x, y, width: size, height: size }, PALETTE.brand, 9 * scale)
  pdf.circle(x + 16 * scale, y + 12.6 * scale, 5 * scale, PALETTE.sun)
  pdf.path(BOOK, { x, y, scale }, PALETTE.onBrand)
}

/** The top of the first page: the bank on the left, how to check the document on the right. */
export function letterheadBlock({ institution, origin }: Letterhead, issue: IssueDetails, frame: Frame): Block {
  const { number } = issue
  const { t } = textsOf(issue)
  const numberLine = oneLine(verbatim(number), tabular(colored(STYLES.small, PALETTE.ink)))
  const nameWidth = frame.width - QR_SIZE - 2 * QR_GAP - Math.max(numberLine.width, 130) - MARK_SIZE - 11
  const { style, lines: nameLines } = brandName(verbatim(institution.name), nameWidth)
  const draw = (pdf: PdfWriter, y: number) => {
    pdf.figure(
      t('Logo of {bank}', { bank: institution.name }),
      { x: frame.left, y, width: MARK_SIZE, height: MARK_SIZE },
      () => drawMark(pdf, { x: frame.left, y }, MARK_SIZE),
    )
    pdf.tag('P', () => {
      for (const [i, line] of nameLines.entries())
        pdf.text(line, style, { x: frame.left + MARK_SIZE + 11, baseline: y + 21 + i * style.size * 1.18 })
    })
    drawCheck(pdf, { y, frame, url: verifyUrl(origin, number), origin, numberLine, t })
  }
  return { height: HEAD_HEIGHT, draw }
}

/** A long name is set smaller. The footer has it once more. */
function brandName(name: Text, width: number) {
  const lines = wrapText(name, STYLES.brand, width)
  if (lines.length <= 3) return { style: STYLES.brand, lines }
  const style: TextStyle = { ...STYLES.brand, size: 10.5 }
  return { style, lines: wrapText(name, style, width).slice(0, 6) }
}

export const verifyUrl = (origin: string, number: string): string => `${origin}/verify#${number}`

type Check = {
  y: number
  frame: Frame
  url: string
  origin: string
  numberLine: ReturnType<typeof toLine>
  t: Texts['t']
}

function drawCheck(pdf: PdfWriter, { y, frame, url, origin, numberLine, t }: Check): void {
  const qr = { x: frame.right - QR_SIZE, y: y - 1, width: QR_SIZE, height: QR_SIZE }
  const right = qr.x - QR_GAP
  const place = (baseline: number) => ({ x: right, baseline, align: 'right' as const })
  const address = oneLine(verbatim(`${new URL(origin).host}/verify`), colored(STYLES.small, PALETTE.accent))
  pdf.figure(t('QR code of {url}', { url }), qr, () => drawQr(pdf, url, qr))
  pdf.tag('P', () =>
    pdf.text(oneLine(t('Check that this document is genuine'), CHECK_TITLE), CHECK_TITLE, place(y + 9)),
  )
  pdf.link(url, { x: right - address.width, y: y + 12, width: address.width, height: 11 }, () =>
    pdf.text(address, colored(STYLES.small, PALETTE.accent), place(y + 21)),
  )
  pdf.tag('P', () => {
    pdf.text(oneLine(t('Document number'), STYLES.small), STYLES.small, place(y + 44))
    pdf.text(numberLine, tabular(colored(STYLES.small, PALETTE.ink)), place(y + 55))
  })
}

const CHECK_TITLE: TextStyle = { ...STYLES.columnHead, color: PALETTE.ink }

/** The encoder's border is cut off: the paper around is white, and the code aligns with the margin. */
function drawQr(pdf: PdfWriter, text: string, { x, y, width }: Box): void {
  const rows = loadQr()(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const size = width / rows.length
  const modules = rows.flatMap((row, j) =>
    row.flatMap((dark, i) => (dark ? [{ x: x + i * size, y: y + j * size, width: size, height: size }] : [])),
  )
  pdf.fillAll(modules, PALETTE.ink)
}

type Page = { number: number; of: number; title: Text; issue: IssueDetails }

/** Header, footer and watermark. Drawn before the content, which is on top of the watermark. */
export function drawFurniture(pdf: PdfWriter, letterhead: Letterhead, frame: Frame, page: Page): void {
  if (page.issue.staffCopy) drawWatermark(pdf, textsOf(page.issue))
  pdf.artifact('Pagination', () => {
    if (page.number > 1) drawRunningHead(pdf, letterhead, frame, page)
    drawFooter(pdf, letterhead, frame, page)
  })
}

/** Where content begins on the pages after the first. */
export const RUNNING_HEAD_HEIGHT = 34

function drawRunningHead(pdf: PdfWriter, { institution }: Letterhead, frame: Frame, page: Page): void {
  const title = joinTexts('  ·  ', page.issue.staffCopy && textsOf(page.issue).t(STAFF_COPY), page.title)
  const y = frame.top - 6
  const mark = { x: frame.left, y, width: 16, height: 16 }
  pdf.unturned(mark, () => drawMark(pdf, mark, 16))
  const style = colored(STYLES.small, PALETTE.ink)
  pdf.text(oneLine(verbatim(shortened(institution.name, 60)), style), style, { x: frame.left + 23, baseline: y + 11 })
  pdf.text(oneLine(title, STYLES.small), STYLES.small, { x: frame.right, baseline: y + 11, align: 'right' })
}

const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

const FOOTER_LINES = 3

function drawFooter(pdf: PdfWriter, { institution }: Letterhead, frame: Frame, page: Page): void {
  const top = frame.pageHeight - 60
  const { t } = textsOf(page.issue)
  pdf.rule(top, [frame.left, frame.right], PALETTE.line)
  const { name, legalName, regulator, address, phone, email, demonstration } = institution
  const contact = [legalName || name, address, phone, email].filter(Boolean).join('  ·  ')
  const texts = [verbatim(contact), verbatim(regulator), ...(demonstration ? [t(DEMONSTRATION_RIBBON)] : [])]
  const lines = texts
    .filter(Boolean)
    .flatMap((text) => wrapText(text, STYLES.footer, frame.width - 80))
    .slice(0, FOOTER_LINES)
  for (const [i, line] of lines.entries()) pdf.text(line, STYLES.footer, { x: frame.left, baseline: top + 14 + i * 10 })
  const style = tabular(STYLES.footer)
  const label = oneLine(t('Page {number} of {count}', { number: page.number, count: page.of }), style)
  pdf.text(label, style, { x: frame.right, baseline: top + 14, align: 'right' })
}

/** Along the diagonal, with a margin. */
const WATERMARK_LENGTH = 560

function drawWatermark(pdf: PdfWriter, { t }: Texts): void {
  const text = t(STAFF_COPY)
  const style = fitted(text, { family: 'display', size: 50, color: PALETTE.watermark }, WATERMARK_LENGTH)
  const [x, y] = [pdf.width / 2, pdf.height / 2]
  pdf.artifact('Background', () =>
    pdf.rotated(-52, [x, y], () => {
      for (const shift of [-120, 160])
        pdf.text(oneLine(text, style), style, { x, baseline: y + 20 + shift, align: 'center' })
    }),
  )
}
