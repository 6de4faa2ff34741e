import { Check } from 'lucide-react'
import type { BankStatementLine } from '#contract/external-money/bank-statements.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { Cell, coversRow, Row } from '../../parts/table-parts.tsx'
import { dayText } from '../layout/day-text.ts'
import { LineStateChip } from './entry-state.tsx'
import { bestMatch, isOpen, targetOf } from './entry-targets.ts'
import { Reasons, Score } from './match-parts.tsx'
import { useMatchLine } from './use-entry-actions.ts'

type Props = {
  line: BankStatementLine
  selected: boolean
  canManage: boolean
  /** Where lines of several accounts are listed. */
  showsAccount: boolean
  onOpen: () => void
}

export function LineRow({ line, selected, canManage, showsAccount, onOpen }: Props) {
  const { _id, bookedOn, amount, counterpartyName, text, account } = line
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
        <Meaning line={line} />
      </Cell>
      <Cell className="text-end max-lg:order-4 max-lg:justify-self-end">
        {canManage && isOpen(line) && !line.waitsFor && bestMatch(line) ? <ConfirmButton line={line} /> : null}
      </Cell>
    </Row>
  )
}

function Meaning({ line }: { line: BankStatementLine }) {
  const match = bestMatch(line)
  if (!match || line.waitsFor || !isOpen(line))
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <LineStateChip line={line} />
        {match?.user && <span className="text-sm wrap-anywhere">{match.user.fullName}</span>}
        {line.ignoredReason && <span className="text-sm wrap-anywhere text-muted">{line.ignoredReason}</span>}
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

/** One click, for lines that need no further look. Above the row's button, which covers the rest of the row. */
function ConfirmButton({ line }: { line: BankStatementLine }) {
  const me = useCurrentAdmin()
  const match = bestMatch(line)
  const target = match && targetOf(match)
  const { sending, unknown, submit, retry } = useMatchLine(line._id, {
    onDone: () => {},
    onConflict: (message) => showToast({ message, error: true }),
  })
  if (!target || match.user?._id === me._id) return null
  const who = match.user?.fullName ?? match.reference ?? ''
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
