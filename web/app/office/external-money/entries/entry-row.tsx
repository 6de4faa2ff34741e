import { Check } from 'lucide-react'
import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { Cell, coversRow, Row } from '../../parts/table-parts.tsx'
import { dayText } from '../layout/day-text.ts'
import { EntryStateChip } from './entry-state.tsx'
import { bestMatch, isDoubtful, isOpen, targetOf } from './entry-targets.ts'
import { Reasons, Score } from './match-parts.tsx'
import { useMatchEntry } from './use-entry-actions.ts'

type Props = {
  entry: BankStatementEntry
  selected: boolean
  canManage: boolean
  /** Where entries of several accounts are listed. */
  showsAccount: boolean
  onOpen: () => void
}

export function EntryRow({ entry, selected, canManage, showsAccount, onOpen }: Props) {
  const { _id, bookedOn, amount, counterpartyName, text, account } = entry
  return (
    <Row
      aria-selected={selected || undefined}
      className={classNames('max-lg:grid-cols-[minmax(0,1fr)_auto]', selected && 'bg-accent-soft hover:bg-accent-soft')}
    >
      <Cell className="figures text-sm whitespace-nowrap max-lg:order-3 max-lg:text-muted">{dayText(bookedOn)}</Cell>
      <Cell className="min-w-0 max-lg:order-1 lg:max-w-72">
        <button
          type="button"
          data-row={_id}
          onClick={onOpen}
          className={classNames(coversRow, 'line-clamp-2 text-start font-medium wrap-anywhere')}
        >
          {counterpartyName ?? (text || t('Without name'))}
        </button>
        {counterpartyName && text && <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{text}</span>}
        {showsAccount && <span className="block truncate text-sm text-muted">{account.name}</span>}
      </Cell>
      <Cell className="text-end whitespace-nowrap max-lg:order-2">
        <Amount amount={amount} signed className="font-semibold" />
      </Cell>
      <Cell className="min-w-0 max-lg:order-5 max-lg:col-span-2 lg:ps-4">
        <Meaning entry={entry} />
      </Cell>
      <Cell className="text-end max-lg:order-4 max-lg:justify-self-end">
        {canManage && isOpen(entry) && !entry.waitsFor && bestMatch(entry) ? (
          <ConfirmButton entry={entry} onOpen={onOpen} />
        ) : null}
      </Cell>
    </Row>
  )
}

function Meaning({ entry }: { entry: BankStatementEntry }) {
  const match = bestMatch(entry)
  if (!match || entry.waitsFor || !isOpen(entry))
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <EntryStateChip entry={entry} />
        {match?.user && <span className="text-sm wrap-anywhere">{match.user.fullName}</span>}
        {entry.booking && (
          <span className="text-sm wrap-anywhere">
            {joinTexts(' ', verbatim(entry.booking.account), entry.booking.name)}
          </span>
        )}
        {entry.ignoredReason && <span className="text-sm wrap-anywhere text-muted">{entry.ignoredReason}</span>}
      </span>
    )
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-center gap-x-3 text-[0.9375rem]">
        <span className="font-medium wrap-anywhere">{match.user?.fullName ?? t('Return of a line')}</span>
        {match.reference && (
          <span className="figures text-sm text-muted">
            <LeftToRight>{match.reference}</LeftToRight>
          </span>
        )}
        <Score score={match.score} />
      </p>
      <Reasons reasons={match.reasons} />
    </div>
  )
}

/** One click, for entries that need no further look. Above the row's button, which covers the rest of the row. */
function ConfirmButton({ entry, onOpen }: Pick<Props, 'entry' | 'onOpen'>) {
  const me = useCurrentAdmin()
  const match = bestMatch(entry)
  const target = match && targetOf(match)
  const { sending, unknown, submit, retry } = useMatchEntry(entry._id, {
    onDone: () => {},
    onConflict: ({ message, code }) => {
      showToast({ message, error: true })
      if (code === 'choose_deposit' || code === 'confirmation_needed') onOpen()
    },
  })
  if (!target || match.user?._id === me._id) return null
  const who = match.user?.fullName ?? match.reference ?? ''
  if (isDoubtful(entry, match))
    return (
      <span className="relative z-1 inline-block">
        <Button variant="quiet" aria-label={t('Review {who}', { who })} onClick={onOpen}>
          {t('Review||line')}
        </Button>
      </span>
    )
  return (
    <span className="relative z-1 inline-block">
      <Button
        variant="secondary"
        busy={sending}
        aria-label={unknown ? t('Try again: confirm {who}', { who }) : t('Confirm {who}', { who })}
        onClick={() => (unknown ? retry() : submit(target))}
      >
        {!sending && <Check aria-hidden className="size-4.5" />}
        {unknown ? t('Try again') : t('Confirm')}
      </Button>
    </span>
  )
}
