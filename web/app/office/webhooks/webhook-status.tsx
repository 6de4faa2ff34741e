import type { DeliveryStatus, WebhookStatus } from '#contract/notifications/webhook-events.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Chip, type Tone } from '../external-money/layout/chip.tsx'

const WEBHOOK: Record<WebhookStatus, { tone: Tone; name: TextId }> = {
  active: { tone: 'good', name: msg('Active') },
  paused: { tone: 'calm', name: msg('Paused') },
  disabled: { tone: 'bad', name: msg('Disabled') },
}

export const DELIVERY: Record<DeliveryStatus, { tone: Tone; name: TextId }> = {
  pending: { tone: 'attention', name: msg('Pending') },
  delivered: { tone: 'good', name: msg('Delivered') },
  failed: { tone: 'bad', name: msg('Failed') },
}

export const WebhookState = ({ status }: { status: WebhookStatus }) => (
  <Chip tone={WEBHOOK[status].tone}>{t(WEBHOOK[status].name)}</Chip>
)

export const DeliveryState = ({ status }: { status: DeliveryStatus }) => (
  <Chip tone={DELIVERY[status].tone}>{t(DELIVERY[status].name)}</Chip>
)
