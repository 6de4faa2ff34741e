import { Eye, EyeOff } from 'lucide-react'
import { toggleAmounts, useAmountsSwitch } from '../../shared/amounts/use-amounts-hidden.ts'
import { t } from '../../shared/i18n/i18n.ts'

export function HideAmountsSwitch() {
  const hidden = useAmountsSwitch()
  const Icon = hidden ? EyeOff : Eye
  return (
    <button
      type="button"
      aria-pressed={hidden}
      onClick={toggleAmounts}
      title={t('Hide amounts')}
      className="grid size-11 place-items-center rounded-full text-ink transition-colors hover:bg-ink/6"
    >
      <Icon aria-hidden className="size-5.5" strokeWidth={1.8} />
      <span className="sr-only">{t('Hide amounts')}</span>
    </button>
  )
}
