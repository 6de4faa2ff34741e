import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { MAX_JOURNAL_LINES } from '#contract/books/gl-account-types.ts'
import type { proposeJournalEntry } from '#contract/books/journal-entries.ts'
import { formatMoney, toAmount } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { Chip } from '../../external-money/layout/chip.tsx'
import { OfficePage, panelClass } from '../../layout/office-page.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'
import { chartQuery } from '../chart/chart-query.ts'
import { DayField } from '../reports/day-field.tsx'
import { type DraftLine, emptyLine, isEmpty, problemOf, sumsOf, toLines } from './entry-draft.ts'
import { LineFields } from './line-fields.tsx'

const { to: ENTRIES } = OFFICE_PAGES.journalEntries

export default function NewEntryPage() {
  const chart = useQuery(chartQuery)
  return (
    <OfficePage title={t('New journal entry')}>
      <Link
        to={ENTRIES}
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-full text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />
        {t('All journal entries')}
      </Link>
      <div className={classNames(panelClass, 'min-w-0')}>
        {chart.data && <EntryForm accounts={chart.data.filter(({ byHand }) => byHand)} />}
        {!chart.data && chart.isError && (
          <TableError
            text={t('Failed to load the chart of accounts.')}
            onRetry={() => void chart.refetch()}
            busy={chart.isFetching}
          />
        )}
        {!chart.data && !chart.isError && <TableSkeleton rows={6} />}
      </div>
    </OfficePage>
  )
}

/** By the browser's clock; the server says what day it is at the bank. */
const today = () => new Date().toLocaleDateString('sv-SE')

type Entry = { date: string; text: string; lines: ReturnType<typeof toLines> }

/** Adds up while it is typed. Lines that are left empty don't count. */
function EntryForm({ accounts }: Pick<Parameters<typeof LineFields>[0], 'accounts'>) {
  const navigate = useNavigate()
  const [date, setDate] = useState(today)
  const [text, setText] = useState('')
  const [lines, setLines] = useState<DraftLine[]>(() => [emptyLine(1), emptyLine(2)])
  const [isChecked, setChecked] = useState(false)
  const { submit, retry, sending, unknown } = useIdempotentSubmission(
    (body: Entry, idempotencyKey) =>
      call<typeof proposeJournalEntry>('POST', '/admin/journal-entries', { body, idempotencyKey }),
    {
      onDone: ({ entryId }) => {
        showToast({ message: t(PROPOSED_TEXT) })
        void reloadOffice()
        void navigate(`${ENTRIES}/${entryId}`)
      },
      onRefused: (error) => showError(error),
    },
  )
  const problem = problemText(lines)
  const change = (changed: DraftLine) =>
    setLines((all) => all.map((line) => (line.key === changed.key ? changed : line)))
  const add = () => setLines((all) => [...all, emptyLine(Math.max(...all.map(({ key }) => key)) + 1)])
  const send = () => {
    setChecked(true)
    if (unknown) retry()
    else if (date && text.trim() && !problem) submit({ date, text: text.trim(), lines: toLines(lines) })
  }
  return (
    <form
      noValidate
      className="grid gap-5 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <DayField
          label={t('Value date')}
          value={date}
          error={isChecked && !date ? t('Enter a date.') : undefined}
          onChange={setDate}
        />
        <TextField
          label={t('Text')}
          maxLength={200}
          autoComplete="off"
          value={text}
          error={isChecked && !text.trim() ? t('Please enter a text.') : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="grid gap-3">
        {lines.map((line, index) => (
          <LineFields
            key={line.key}
            number={index + 1}
            line={line}
            accounts={accounts}
            problem={isChecked ? problemOf(line) : null}
            onChange={change}
            onRemove={lines.length > 2 ? () => setLines((all) => all.filter(({ key }) => key !== line.key)) : undefined}
          />
        ))}
        <Button
          variant="quiet"
          className="justify-self-start"
          disabled={lines.length >= MAX_JOURNAL_LINES}
          onClick={add}
        >
          <Plus aria-hidden className="size-4.5" />
          {t('Add line')}
        </Button>
      </div>
      <Sums lines={lines} />
      {isChecked && problem && (
        <p role="alert" className="font-medium text-negative">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={sending}>
          {unknown ? t('Try again') : t('Propose entry')}
        </Button>
        <p className="text-sm text-muted">{t('It is booked when another member of staff confirms it.')}</p>
      </div>
    </form>
  )
}

function problemText(lines: readonly DraftLine[]): Text | null {
  if (lines.some((line) => problemOf(line) !== null)) return t('Each line needs an account, and a debit or a credit.')
  const filled = lines.filter((line) => !isEmpty(line))
  if (filled.length < 2 || sumsOf(lines).differenceCents !== 0n)
    return t('The debits and the credits must have the same sum.')
  return null
}

/** The sums of both sides, and what is missing on one of them. */
function Sums({ lines }: { lines: readonly DraftLine[] }) {
  const { debitCents, creditCents, differenceCents } = sumsOf(lines)
  const difference = formatMoney(toAmount(differenceCents < 0n ? -differenceCents : differenceCents))
  return (
    <output className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-xl bg-sunken px-4 py-3">
      <Sum name={t('Debit||books')} cents={debitCents} />
      <Sum name={t('Credit||books')} cents={creditCents} />
      {differenceCents === 0n ? (
        debitCents > 0n && <Chip tone="good">{t('Balanced')}</Chip>
      ) : (
        <Chip tone="attention">
          {differenceCents > 0n
            ? t('{amount} missing in credit', { amount: difference })
            : t('{amount} missing in debit', { amount: difference })}
        </Chip>
      )}
    </output>
  )
}

const Sum = ({ name, cents }: { name: Text; cents: bigint }) => (
  <span>
    <span className="me-2 text-sm text-muted">{name}</span>
    <span className="figures font-semibold">{formatMoney(toAmount(cents))}</span>
  </span>
)
