import { setImmediate } from 'node:timers/promises'
import { joinTexts, verbatim } from '#contract/text.ts'
import { longDayOf, longMonth, longPeriod } from '../../platform/pdf/format.ts'
import { drawFurniture, type Letterhead, letterheadBlock, RUNNING_HEAD_HEIGHT } from '../../platform/pdf/letterhead.ts'
import {
  type Block,
  drawBlocks,
  type Frame,
  frameOf,
  heightOf,
  STYLES,
  spaceOf,
} from '../../platform/pdf/page-layout.ts'
import { columnOf, type Fact, factsBlock, noticeBlock, textBlock } from '../../platform/pdf/parts.ts'
import { PdfWriter } from '../../platform/pdf/pdf-writer.ts'
import { type IssueDetails, textsOf } from '../../platform/pdf/render.ts'
import { staffCopyBlocks } from '../../platform/pdf/staff-copy.ts'
import { formatDay, formatTime } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { accountName } from '../issuing/account-name.ts'
import type { Statement } from './statement.ts'
import { balanceDayOf, balanceNameOf, firstDayOf } from './statement-months.ts'
import { summaryBlock } from './statement-summary.ts'
import { StatementTable, type TableRow } from './statement-table.ts'

const ROWS_PER_TURN = 20

/**
 * Two passes over the lines: the first one only counts the pages, so that each page can name their number and leave as soon
 * as it is full.
 */
export async function* renderStatementPdf(
  letterhead: Letterhead,
  statement: Statement,
  issue: IssueDetails,
): AsyncGenerator<Uint8Array> {
  const frame = frameOf(letterhead.paper)
  const texts = textsOf(issue)
  const { t } = texts
  const head = headOf(letterhead, statement, issue, frame)
  const table = new StatementTable(statement, frame, texts)
  const foot = footOf(letterhead, frame, t)
  const start = frame.top + heightOf(head)

  const counting = new PageFlow(frame, start, table.headHeight)
  const endHeight = heightOf(foot)
  for await (const { height, heightAfter } of rowsOf(statement, issue, table, endHeight))
    counting.place(height, heightAfter)
  counting.place(endHeight)

  const month = longMonth(statement.month, texts)
  const title = t('Account statement, {month}', { month })
  const { name } = letterhead.institution
  const pdf = new PdfWriter({ title, author: name, issuedAt: issue.issuedAt, paper: letterhead.paper, texts })
  const running = joinTexts('  ·  ', t('Account statement'), month, verbatim(statement.account.number))
  const startPage = (number: number) => {
    pdf.addPage()
    drawFurniture(pdf, letterhead, frame, { number, of: counting.page, title: running, issue })
  }

  startPage(1)
  drawBlocks(pdf, head, frame.top)
  const flow = new PageFlow(frame, start, table.headHeight)
  table.open(pdf, start)
  for await (const { heightAfter, ...row } of rowsOf(statement, issue, table, endHeight)) {
    const { y, isNewPage } = flow.place(row.height, heightAfter)
    if (isNewPage) {
      startPage(flow.page)
      table.repeatHead(pdf, y - table.headHeight)
      yield* pdf.takeWritten()
    }
    table.drawRow(pdf, row, y)
  }
  table.close()
  const { y, isNewPage } = flow.place(endHeight)
  if (isNewPage) startPage(flow.page)
  drawBlocks(pdf, foot, isNewPage ? y - table.headHeight : y)
  pdf.end()
  yield* pdf.takeWritten()
}

/** Where things go, page by page. A row is never split: the next page begins with it. */
class PageFlow {
  page = 1
  #y: number
  readonly #frame: Frame
  readonly #headHeight: number

  constructor(frame: Frame, start: number, headHeight: number) {
    this.#frame = frame
    this.#headHeight = headHeight
    this.#y = start + headHeight
  }

  /** `heightAfter` is of what must be on the same page. */
  place(height: number, heightAfter = 0): { y: number; isNewPage: boolean } {
    const isNewPage = this.#y + height + heightAfter > this.#frame.bottom
    if (isNewPage) {
      this.page++
      this.#y = this.#frame.top + RUNNING_HEAD_HEIGHT + this.#headHeight
    }
    const y = this.#y
    this.#y += height
    return { y, isNewPage }
  }
}

type PlacedRow = TableRow & { heightAfter: number }

/** The last transaction, the closing balance and what follows stay together: no page has a sentence or a sum alone. */
async function* rowsOf(
  statement: Statement,
  issue: IssueDetails,
  table: StatementTable,
  endHeight: number,
): AsyncGenerator<PlacedRow> {
  const texts = textsOf(issue)
  const { t } = texts
  const { final } = statement
  const day = formatDay(balanceDayOf(statement, issue.issuedAt), texts)
  const closingLabel = final ? balanceNameOf(statement, t) : t('Balance on {day}', { day })
  const closing = table.balanceRow(closingLabel, statement.closingCents)
  let row = table.balanceRow(t('Opening balance'), statement.openingCents)
  let count = 0
  for await (const line of statement.lines()) {
    yield { ...row, heightAfter: 0 }
    row = table.lineRow(line)
    // Lines arrive by the hundred: other requests get their turn between them.
    if (++count % ROWS_PER_TURN === 0) await setImmediate()
  }
  if (statement.count === 0) {
    yield { ...row, heightAfter: 0 }
    row = table.emptyRow()
  }
  yield { ...row, heightAfter: closing.height + endHeight }
  yield { ...closing, heightAfter: endHeight }
}

function headOf(letterhead: Letterhead, statement: Statement, issue: IssueDetails, frame: Frame): Block[] {
  const column = columnOf(frame)
  const texts = textsOf(issue)
  const { t } = texts
  return [
    letterheadBlock(letterhead, issue, frame),
    textBlock(t('Account statement'), STYLES.title, column, 'H1'),
    textBlock(longMonth(statement.month, texts), STYLES.subtitle, column),
    ...staffCopyBlocks(issue, statement.zone, column),
    ...provisionalBlocks(statement, issue, column),
    spaceOf(20),
    partiesBlock(statement, issue, frame),
    spaceOf(20),
    summaryBlock(statement, frame, texts),
    spaceOf(24),
    textBlock(t('Transactions'), STYLES.heading, column, 'H2'),
    spaceOf(2),
  ]
}

function provisionalBlocks({ final, zone }: Statement, issue: IssueDetails, column: { x: number; width: number }) {
  if (final) return []
  const texts = textsOf(issue)
  const text = texts.t(
    'This month is not final yet: more transactions can be booked. This is what was booked until {time}.',
    { time: formatTime(issue.issuedAt, zone, texts) },
  )
  return [spaceOf(12), noticeBlock(texts.t('Provisional statement'), text, 'warning', column)]
}

/** The holder on the left, the account on the right. */
function partiesBlock(statement: Statement, issue: IssueDetails, frame: Frame): Block {
  const { holder, account, zone } = statement
  const texts = textsOf(issue)
  const { t } = texts
  const left = { x: frame.left, width: frame.width * 0.46 }
  const right = { x: frame.left + frame.width * 0.53, width: frame.width * 0.47 }
  const holderBlocks = [
    textBlock(t('Account holder'), STYLES.label, left),
    spaceOf(1),
    textBlock(verbatim(holder.name), STYLES.name, left),
    ...(holder.address.trim() ? [textBlock(verbatim(holder.address), STYLES.body, left)] : []),
  ]
  const facts: Fact[] = [
    [t('Account number'), verbatim(account.number)],
    [t('Account'), accountName(account, t)],
    [t('Period'), longPeriod(firstDayOf(statement.month), balanceDayOf(statement, issue.issuedAt), texts)],
    [t('Issued on'), longDayOf(issue.issuedAt, zone, texts)],
  ]
  const accountBlock = factsBlock(facts, { ...right, labelWidth: 82 })
  return {
    height: Math.max(heightOf(holderBlocks), accountBlock.height),
    draw: (pdf, y) => {
      drawBlocks(pdf, holderBlocks, y)
      accountBlock.draw(pdf, y - 2.5)
    },
  }
}

function footOf({ institution: { email, phone } }: Letterhead, frame: Frame, t: Texts['t']): Block[] {
  const text =
    email && phone
      ? t('Please check this statement. If you do not recognize a transaction, tell us at once: {email} or {phone}.', {
          email,
          phone,
        })
      : t('Please check this statement. If you do not recognize a transaction, tell us at once: {contact}.', {
          contact: email || phone,
        })
  return [spaceOf(14), textBlock(text, STYLES.small, columnOf(frame))]
}
