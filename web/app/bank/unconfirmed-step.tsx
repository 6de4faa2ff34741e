import { WifiOff } from 'lucide-react'
import { t } from '../shared/i18n/i18n.ts'
import { Button } from '../shared/ui/button.tsx'

type Props = { what: 'transfer' | 'deposit' | 'move' | 'scheduled payment'; onRetry: () => void; sending: boolean }

/** The outcome is unknown. Retrying sends the same request with the same idempotency key, so it happens once. */
export function UnconfirmedStep({ what, onRetry, sending }: Props) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 text-center">
      <WifiOff aria-hidden className="size-12 text-warning" strokeWidth={1.5} />
      <p className="max-w-sm">
        {t(
          'We lost the connection and can’t confirm your {what} yet. It’s safe to try again: it won’t be submitted twice.',
          { what },
        )}
      </p>
      <Button size="large" className="w-full" busy={sending} onClick={onRetry}>
        {sending ? t('Trying again') : t('Try again')}
      </Button>
    </div>
  )
}
