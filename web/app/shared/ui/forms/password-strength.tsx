import { joinTexts } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { estimateStrength } from './estimate-strength.ts'

const labels = ['', msg('Weak'), msg('Fair'), msg('Good'), msg('Strong')] as const
const advice = [
  '',
  msg('Too easy to guess. Try something longer.'),
  msg('A few more characters would help.'),
  msg('Hard to guess.'),
  msg('Very hard to guess.'),
] as const
const tones = ['bg-line', 'bg-negative', 'bg-warning', 'bg-positive', 'bg-positive'] as const

/** A hint, not a rule: what the bank accepts is up to its SECRET_RULES. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = estimateStrength(password)
  return (
    <div className="grid gap-1.5 pt-0.5">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classNames('h-1 rounded-full transition-colors', step <= strength ? tones[strength] : 'bg-line')}
          />
        ))}
      </div>
      <p role="status" className="min-h-5">
        {strength === 0 ? t('Tip: use a short sentence.') : joinTexts('. ', t(labels[strength]), t(advice[strength]))}
      </p>
    </div>
  )
}
