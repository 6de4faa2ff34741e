import { WifiOff } from 'lucide-react'
import { Button } from '../shared/ui/button.tsx'

type Props = { what: 'transfer' | 'deposit'; onAgain: () => void; sending: boolean }

/** No answer is not a no. The same request goes out again under the same key, which can't do it twice. */
export function UnconfirmedStep({ what, onAgain, sending }: Props) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 text-center">
      <WifiOff aria-hidden className="size-12 text-warning" strokeWidth={1.5} />
      <p className="max-w-sm">
        We could not hear whether your {what} has arrived. Trying again is safe: it will not be made twice.
      </p>
      <Button size="large" className="w-full" busy={sending} onClick={onAgain}>
        {sending ? 'Trying again' : 'Try again'}
      </Button>
    </div>
  )
}
