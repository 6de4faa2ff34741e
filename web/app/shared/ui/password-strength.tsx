import { classNames } from './class-names.ts'
import { estimateStrength } from './estimate-strength.ts'

const labels = ['', 'Weak', 'Fair', 'Good', 'Strong'] as const
const advice = [
  '',
  'Too easy to guess. Try something longer.',
  'A few more characters would help.',
  'Hard to guess.',
  'Very hard to guess.',
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
        {strength === 0 ? 'Tip: use a short sentence.' : `${labels[strength]}. ${advice[strength]}`}
      </p>
    </div>
  )
}
