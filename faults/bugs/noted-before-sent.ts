import type { DeliverySteps } from '#server/notifications/webhooks/deliver-events.ts'
import type { Bug } from './bug.ts'

/** At most once in place of at least once: what fails afterwards is never sent again. */
const send: DeliverySteps['send'] = async (send, note) => {
  const settled = await note({ status: 204, error: null })
  await send()
  return settled
}

export const notedBeforeSent: Bug = {
  title: 'A webhook is noted as delivered before it is sent',
  caughtBy: ['webhooks'],
  says: /never arrived/,
  under: 'receivers failing',
  overrides: { webhookSteps: { send } },
}
