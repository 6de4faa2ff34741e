import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { pushQuery, pushSupport, turnOn } from '../../shared/push/push-device.ts'
import { readDevice } from '../../shared/push/stored-device.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'

const ANSWERED_KEY = 'pushOffer'

/** Asked once in this browser. The settings have it for good. */
function mayAsk(): boolean {
  try {
    return (
      pushSupport() === 'yes' &&
      Notification.permission === 'default' &&
      readDevice() === null &&
      localStorage.getItem(ANSWERED_KEY) === null
    )
  } catch {
    return false
  }
}

function noteAnswer() {
  localStorage.setItem(ANSWERED_KEY, 'answered')
}

/** After a payment was sent, when it is clear what for. The browser asks only after the person said yes here. */
export function PushOffer() {
  const [state, setState] = useState(() => (mayAsk() ? 'asking' : 'none'))
  const accept = useMutation({
    mutationFn: turnOn,
    onMutate: noteAnswer,
    onSuccess: (outcome) => {
      setState(outcome === 'on' ? 'on' : 'none')
      void queryClient.invalidateQueries(pushQuery)
    },
    onError: (error) => {
      setState('none')
      showError(error)
    },
  })
  if (state === 'none') return null
  return (
    <div className="grid w-full gap-3 rounded-2xl border border-line p-4 text-start sm:p-5" aria-live="polite">
      <p className="flex gap-3">
        <BellRing aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <span>
          {state === 'on'
            ? t('Notifications are on for this device. You can choose them in your settings.')
            : t('Shall we tell you on this device when something happens in your account? Without amounts.')}
        </span>
      </p>
      {state === 'asking' && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" busy={accept.isPending} onClick={() => accept.mutate()}>
            {t('Yes, tell me')}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              noteAnswer()
              setState('none')
            }}
          >
            {t('No, thanks')}
          </Button>
        </div>
      )}
    </div>
  )
}
