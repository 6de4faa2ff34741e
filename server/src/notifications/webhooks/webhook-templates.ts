import type { EmailTemplate } from '../template.ts'

export const WEBHOOK_TEMPLATES = {
  'webhook.disabled': ({ email, data }, { addressOf, texts: { t } }) => ({
    to: email,
    subject: t('A webhook was disabled'),
    paragraphs: [
      t(
        'We stopped sending events to {host}: too many attempts failed in a row, or the address takes no more events.',
        {
          host: String(data.host),
        },
      ),
      t('Events are kept. When the address works again, resume the webhook: everything that waits is sent, in order.'),
    ],
    link: {
      label: t('See the deliveries'),
      address: addressOf(`/dashboard/admin-settings/webhooks/${data.webhookId}`),
    },
  }),
} satisfies Record<string, EmailTemplate>
