import type { EntryMatch } from '#contract/external-money/bank-statements.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'

/** What it does to say that a line is this deposit. */
export function depositEffect(status: EntryMatch['status'], amountDiffers: boolean): Text {
  if (status === 'Declined')
    return t('This deposit was declined. If this is its money, return it or book it as other money.')
  if (status === 'Completed')
    return amountDiffers
      ? t(
          'The line is booked for this deposit. The customer gets nothing more, and the difference is shown in the reconciliation.',
        )
      : t('The line is booked for this deposit. The customer gets nothing more.')
  return amountDiffers
    ? t('This deposit is declined, and the customer gets what arrived.')
    : t('This deposit is approved, and the line is booked for it.')
}
