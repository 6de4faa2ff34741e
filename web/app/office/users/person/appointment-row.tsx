import { UserCheck } from 'lucide-react'
import type { Appointment } from '#contract/office/administration.ts'
import { refusals } from '#contract/refusals.ts'
import type { Text } from '#contract/text.ts'
import { t, translateText } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { formatDay } from '../../parts/format-date.ts'
import { SecurityRow } from './security-row.tsx'

type Props = {
  appointment: Appointment
  /** Undefined: the reader's role can't confirm it. */
  onConfirm: (() => void) | undefined
}

/** Who gave a member of staff the role: these people don't confirm for each other until a third person has confirmed it. */
export function AppointmentRow({ appointment, onConfirm }: Props) {
  const { confirmedAt, rule } = appointment
  const mayConfirm = onConfirm && !confirmedAt && !rule
  const note = onConfirm && !confirmedAt && rule ? { note: translateText(refusals[rule].message) } : {}
  return (
    <SecurityRow name={t('Role')} state={{ text: describeAppointment(appointment), isProblem: false }} {...note}>
      {mayConfirm && (
        <Button variant="quiet" onClick={onConfirm}>
          <UserCheck aria-hidden className="size-4.5" />
          {t('Confirm role')}
        </Button>
      )}
    </SecurityRow>
  )
}

function describeAppointment({ givenBy, proposedBy, givenAt, confirmedBy, confirmedAt }: Appointment): Text {
  const [name, date] = [givenBy.fullName, formatDay(givenAt)] as const
  if (confirmedBy && confirmedAt)
    return t('Given by {name}, {date}. Confirmed by {confirmer}, {day}.', {
      name,
      date,
      confirmer: confirmedBy.fullName,
      day: formatDay(confirmedAt),
    })
  return proposedBy
    ? t('Given by {name} and {proposer}, {date}. A third person has not confirmed it yet.', {
        name,
        proposer: proposedBy.fullName,
        date,
      })
    : t('Given by {name}, {date}. A third person has not confirmed it yet.', { name, date })
}
