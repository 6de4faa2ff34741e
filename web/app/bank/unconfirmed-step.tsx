import { WifiOff } from 'lucide-react'
import { msg } from '#contract/text-id.ts'
import { t } from '../shared/i18n/i18n.ts'
import { Button } from '../shared/ui/button.tsx'

const TEXTS = {
  transfer: msg(
    'We lost the connection and can’t confirm your transfer yet. It’s safe to try again: it won’t be submitted twice.',
  ),
  deposit: msg(
    'We lost the connection and can’t confirm your deposit yet. It’s safe to try again: it won’t be submitted twice.',
  ),
  move: msg(
    'We lost the connection and can’t confirm your move yet. It’s safe to try again: it won’t be submitted twice.',
  ),
  scheduledPayment: msg(
    'We lost the connection and can’t confirm your scheduled payment yet. It’s safe to try again: it won’t be submitted twice.',
  ),
}

type Props = { kind: keyof typeof TEXTS; onRetry: () => void; sending: boolean }

/** The outcome is unknown. Retrying sends the same request with the same idempotency key, so it happens once. */
export function UnconfirmedStep({ kind, onRetry, sending }: Props) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 text-center">
      <WifiOff aria-hidden className="size-12 text-warning" strokeWidth={1.5} />
      <p className="max-w-sm">{t(TEXTS[kind])}</p>
      <Button size="large" className="w-full" busy={sending} onClick={onRetry}>
        {sending ? t('Trying again') : t('Try again')}
      </Button>
    </div>
  )
}
