import type { Text } from '#contract/text.ts'
import { drawFurniture, type Letterhead, letterheadBlock, RUNNING_HEAD_HEIGHT } from './letterhead.ts'
import { type Block, type Frame, frameOf } from './page-layout.ts'
import { PdfWriter } from './pdf-writer.ts'
import { type IssueDetails, textsOf } from './render.ts'

type ShortDocument = { title: Text; issue: IssueDetails; content: (frame: Frame) => readonly Block[] }

/** A document of a few blocks. It is one page, unless names and reasons are very long. */
export async function* renderShortPdf(
  letterhead: Letterhead,
  { title, issue, content }: ShortDocument,
): AsyncGenerator<Uint8Array> {
  const frame = frameOf(letterhead.paper)
  const pages = toPages([letterheadBlock(letterhead, issue, frame), ...content(frame)], frame)
  const { name } = letterhead.institution
  const pdf = new PdfWriter({
    title,
    author: name,
    issuedAt: issue.issuedAt,
    paper: letterhead.paper,
    texts: textsOf(issue),
  })
  for (const [index, page] of pages.entries()) {
    pdf.addPage()
    drawFurniture(pdf, letterhead, frame, { number: index + 1, of: pages.length, title, issue })
    for (const { block, y } of page) block.draw(pdf, y)
  }
  pdf.end()
  yield* pdf.takeWritten()
}

type PlacedBlock = { block: Block; y: number }

function toPages(blocks: readonly Block[], frame: Frame): PlacedBlock[][] {
  const pages: PlacedBlock[][] = [[]]
  let y = frame.top
  for (const block of blocks) {
    if (y + block.height > frame.bottom) {
      pages.push([])
      y = frame.top + RUNNING_HEAD_HEIGHT
    }
    pages.at(-1)?.push({ block, y })
    y += block.height
  }
  return pages
}
