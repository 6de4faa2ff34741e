import { WifiOff } from 'lucide-react'
import { Button } from '../shared/ui/button.tsx'

type Props = { what: 'transfer' | 'deposit'; onRetry: () => void; sending: boolean }

/** The outcome is unknown. Retrying sends the same request with the same idempotency key, so it happens once. */
export function UnconfirmedStep({ what, onRetry, sending }: Props) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 text-center">
      <WifiOff aria-hidden className="size-12 text-warning" strokeWidth={1.5} />
      <p className="max-w-sm">
        We could not hear whether your {what} has arrived. Trying again is safe: it will not be made twice.
      </p>
      <Button size="large" className="w-full" busy={sending} onClick={onRetry}>
        {sending ? 'Trying again' : 'Try again'}
      </Button>
    </div>
  )
}
