import { msg, type TextId } from '#contract/text-id.ts'
import { METHODS } from '../../documents/statement-lines.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import type { JournalRow, MovementPurpose } from './journal-store.ts'

const PURPOSES: Record<MovementPurpose, TextId> = {
  statement: msg('Bank statement'),
  withdrawal: msg('Withdrawn, because it is ignored'),
  assignment: msg('Assigned to a customer'),
  return: msg('To be returned to its sender'),
  chart: msg('Booked to the chart of accounts'),
  chart_undo: msg('Undone, back to suspense'),
  undo: msg('Undone, back to suspense'),
}

const BY_HAND = msg('Journal entry')

/** What a booking is, in one line. It begins with a word of the program, never with what somebody typed. */
export function describeBooking(
  { purpose, method, reversed_reference, party_name, text, is_by_hand }: JournalRow,
  t: Texts['t'],
): string {
  const what = purpose
    ? t(PURPOSES[purpose])
    : reversed_reference === null
      ? t(is_by_hand ? BY_HAND : METHODS[method ?? 'wire'])
      : t('Reversal of {reference}', { reference: reversed_reference })
  const details = [party_name, text].filter(Boolean).join(', ').replace(/\s+/g, ' ').slice(0, 200)
  return details ? `${what}: ${details}` : what
}
