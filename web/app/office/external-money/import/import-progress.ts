import type { ImportStage, StatementProgress } from '#contract/external-money/statement-import.ts'
import { msg, type TextId } from '#contract/text-id.ts'

export const STAGE_NAMES: Record<ImportStage, TextId> = {
  idle: msg('Waiting for the server'),
  receiving: msg('Receiving the file'),
  reading: msg('Reading the file'),
  matching: msg('Matching with deposits and transfers'),
  booking: msg('Booking'),
}

/** Where each stage begins and ends on the bar. Sending the file is before the first. */
const PARTS: Record<ImportStage, [from: number, to: number]> = {
  idle: [0, 0],
  receiving: [0.2, 0.25],
  reading: [0.25, 0.45],
  matching: [0.45, 0.7],
  booking: [0.7, 1],
}

/** The whole import between 0 and 1: the file is sent, then read, matched and booked. */
export function importFraction(sent: number, progress: StatementProgress | undefined): number {
  const sending = sent * 0.2
  if (sent < 1 || !progress) return sending
  const [from, to] = PARTS[progress.stage]
  const done = progress.of ? Math.min(1, progress.lines / progress.of) : 0
  return Math.max(sending, from + (to - from) * done)
}
