import { sendRequest } from '#server/notifications/webhooks/send-request.ts'
import type { Bug } from './bug.ts'

/** At most once in place of at least once: what the push service did not take is never sent again. */
const sendPush: typeof sendRequest = async (...request) => {
  await sendRequest(...request)
  return { status: 201, error: null }
}

export const pushCountedAsSent: Bug = {
  title: 'A push that its service did not take counts as sent',
  caughtBy: ['pushes'],
  says: /never reached/,
  under: 'receivers failing',
  overrides: { sendPush },
}
