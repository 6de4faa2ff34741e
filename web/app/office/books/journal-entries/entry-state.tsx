import type { JournalEntry } from '#contract/books/journal-entries.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Chip } from '../../external-money/layout/chip.tsx'

export function EntryState({ entry: { state, reversedBy } }: { entry: JournalEntry }) {
  switch (state) {
    case 'booked':
      return reversedBy ? <Chip tone="calm">{t('Reversed')}</Chip> : <Chip tone="good">{t('Booked')}</Chip>
    case 'pending':
      return <Chip tone="attention">{t('Waits for a second person')}</Chip>
    case 'rejected':
      return <Chip tone="bad">{t('Rejected')}</Chip>
    case 'expired':
      return <Chip tone="calm">{t('Expired')}</Chip>
  }
}
