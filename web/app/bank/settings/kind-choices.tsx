import type { OptionalMailKind, OptionalPushKind } from '#contract/notifications/notification-kinds.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'

export const KIND_NAMES: Record<OptionalMailKind & OptionalPushKind, TextId> = {
  'deposit.approved': msg('Deposit approved'),
  'deposit.declined': msg('Deposit declined'),
  'deposit.received': msg('Money received'),
  'transfer.approved': msg('Transfer approved'),
  'transfer.completed': msg('Transfer completed at once'),
  'transfer.declined': msg('Transfer declined'),
  'transfer.returned': msg('Transfer came back'),
  'transaction.reversed': msg('Transaction reversed'),
  'budget.nearly_spent': msg('80% of a budget spent'),
  'budget.spent': msg('Budget spent'),
  'order.run_failed': msg('Scheduled payment not made, and tried again'),
  'order.run_skipped': msg('Scheduled payment skipped'),
  'order.ended': msg('Scheduled payment that can’t be made any more'),
  'support.answered': msg('Support reply'),
}

type Props<Kind extends string> = {
  names: Record<Kind, TextId>
  values: Record<Kind, boolean>
  onChange: (values: Record<Kind, boolean>) => void
}

/** One checkbox for each kind of notification. */
export function KindChoices<Kind extends string>({ names, values, onChange }: Props<Kind>) {
  return (
    <ul className="grid">
      {(Object.keys(names) as Kind[]).map((kind) => (
        <li key={kind}>
          <Choice
            label={t<TextId>(names[kind])}
            checked={values[kind]}
            onChange={(checked) => onChange({ ...values, [kind]: checked })}
          />
        </li>
      ))}
    </ul>
  )
}

type ChoiceProps = { label: Text; checked: boolean; onChange: (checked: boolean) => void }

export const Choice = ({ label, checked, onChange }: ChoiceProps) => (
  <label className="flex min-h-11 items-center gap-3 rounded-lg py-1.5">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="size-5 shrink-0 accent-accent"
    />
    <span>{label}</span>
  </label>
)
