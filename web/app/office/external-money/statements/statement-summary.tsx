import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { BankStatement } from '#contract/external-money/bank-statements.ts'
import { joinTexts } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { formatDateTime } from '../../parts/format-date.ts'
import { Chip } from '../layout/chip.tsx'
import { UndoImportDialog } from './undo-import-dialog.tsx'

/** Who imported a statement, and whether it counts. */
export function StatementSummary({ statement }: { statement: BankStatement }) {
  const [isAsking, setAsking] = useState(false)
  const { importedBy, importedAt, undoneBy, undoneAt } = statement
  return (
    <section
      aria-label={t('This statement')}
      className={classNames(panelClass, 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3')}
    >
      <div className="grid gap-0.5 text-[0.9375rem]">
        <p className="text-muted">
          {t('Imported by {name}, {time}', { name: importedBy.fullName, time: formatDateTime(importedAt) })}
        </p>
        {undoneBy && undoneAt && (
          <p className="flex flex-wrap items-center gap-2">
            <Chip tone="calm">{t('Undone')}</Chip>
            {joinTexts(', ', undoneBy.fullName, formatDateTime(undoneAt))}
          </p>
        )}
      </div>
      {!undoneAt && (
        <Permitted permission="outside:manage">
          <Button variant="secondary" onClick={() => setAsking(true)}>
            <Undo2 aria-hidden className="size-4.5" />
            {t('Undo this import')}
          </Button>
        </Permitted>
      )}
      <UndoImportDialog statement={statement} open={isAsking} onClose={() => setAsking(false)} />
    </section>
  )
}
