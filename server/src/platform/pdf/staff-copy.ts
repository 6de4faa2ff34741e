import { longDayOf } from './format.ts'
import { type Block, colored, STYLES, spaceOf } from './page-layout.ts'
import { PALETTE } from './palette.ts'
import { textBlock } from './parts.ts'
import { type IssueDetails, textsOf } from './render.ts'

/** The watermark in words: screen readers do not announce backgrounds. */
export function staffCopyBlocks(issue: IssueDetails, zone: string, column: { x: number; width: number }): Block[] {
  if (!issue.staffCopy) return []
  const texts = textsOf(issue)
  const text = texts.t('Copy issued by staff on {day}.', { day: longDayOf(issue.issuedAt, zone, texts) })
  const style = { ...colored(STYLES.strong, PALETTE.warning) }
  return [spaceOf(4), textBlock(text, style, column)]
}
