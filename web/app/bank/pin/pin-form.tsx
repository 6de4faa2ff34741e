import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { DigitBoxes } from '../../shared/ui/forms/digit-boxes.tsx'
import { LockedSecret } from './locked-secret.tsx'
import { PIN_LENGTH, type PinStep, type Pins, usePinForm } from './use-pin-form.ts'

type Props = { first: 'current' | 'new'; save: (pins: Pins) => Promise<unknown>; onSaved: () => unknown }

const labelOf = (step: PinStep) =>
  ({ current: t('Current PIN'), new: t('New PIN'), confirm: t('Confirm new PIN') })[step]

export function PinForm(props: Props) {
  const { step, digits, problem, locked, submit, type, startOver, saving } = usePinForm(props)
  if (locked && problem) return <LockedSecret problem={problem} topic="pin" here />
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <DigitBoxes key={step} label={labelOf(step)} length={PIN_LENGTH} value={digits} error={problem} onChange={type} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={digits.length < PIN_LENGTH} busy={saving}>
          {saving ? t('Saving') : step === 'confirm' ? t('Change PIN') : t('Continue')}
        </Button>
        {step !== props.first && (
          <Button variant="quiet" onClick={startOver}>
            {t('Start over')}
          </Button>
        )}
      </div>
    </form>
  )
}
