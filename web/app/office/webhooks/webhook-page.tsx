import { useMutation, useQuery } from '@tanstack/react-query'
import { Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { DISABLED_AFTER_FAILURES } from '#contract/notifications/webhook-events.ts'
import type { deleteWebhook, updateWebhook, Webhook } from '#contract/notifications/webhooks.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { PanelSection } from '../external-money/layout/panel-section.tsx'
import { panelClass } from '../layout/office-page.tsx'
import { reloadOffice } from '../layout/office-query.ts'
import { formatDateTime } from '../parts/format-date.ts'
import { TableEmpty, TableError, TableSkeleton } from '../parts/table-parts.tsx'
import { BackLink } from './back-link.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookState } from './webhook-status.tsx'
import { WEBHOOKS_PAGE, webhooksQuery } from './webhooks-query.ts'

export default function WebhookPage() {
  const { id = '' } = useParams()
  const query = useQuery(webhooksQuery)
  const webhook = query.data?.find(({ _id }) => _id === id)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <BackLink to={WEBHOOKS_PAGE}>{t('All webhooks')}</BackLink>
      {webhook ? (
        <>
          <Details webhook={webhook} />
          <Deliveries webhook={webhook} />
        </>
      ) : (
        <div className={panelClass}>
          {query.data ? (
            <TableEmpty title={t('Webhook not found')}>
              <ButtonLink to={WEBHOOKS_PAGE} variant="secondary">
                {t('All webhooks')}
              </ButtonLink>
            </TableEmpty>
          ) : query.isError ? (
            <TableError
              text={t('Failed to load the webhooks.')}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </div>
      )}
    </div>
  )
}

const Details = ({ webhook }: { webhook: Webhook }) => (
  <PanelSection title={webhook.url} beside={<WebhookState status={webhook.status} />}>
    {webhook.status === 'disabled' && (
      <p className="mx-5 mb-3 rounded-2xl bg-negative-soft px-4 py-3 text-[0.9375rem]">
        {webhook.failures >= DISABLED_AFTER_FAILURES
          ? t('The bank disabled it after {count} failures in a row. Its events are kept: resume it to send them.', {
              count: webhook.failures,
            })
          : t('The receiver said that it is gone. Events are kept: resume the webhook to send them.')}
      </p>
    )}
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-5 pb-4 sm:gap-x-8 lg:grid-cols-4">
      <Fact name={t('Events')} className="max-lg:col-span-full">
        <span className="text-sm">{verbatim(webhook.events.join(', '))}</span>
      </Fact>
      <Fact name={t('Pending')}>
        <span className="figures">{webhook.pending}</span>
      </Fact>
      <Fact name={t('Failures in a row')}>
        <span className="figures">{webhook.failures}</span>
      </Fact>
      <Fact name={t('Added')}>
        <span className="figures">{formatDateTime(webhook.createdAt)}</span>
        <span className="block text-sm text-muted">{webhook.createdBy.fullName}</span>
      </Fact>
    </dl>
    <div className="flex flex-wrap gap-2 border-t border-line px-5 py-4">
      <PauseButton webhook={webhook} />
      <DeleteButton webhook={webhook} />
    </div>
  </PanelSection>
)

type FactProps = { name: Text; className?: string; children: Content }

const Fact = ({ name, className, children }: FactProps) => (
  <div className={classNames('min-w-0', className)}>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
)

function PauseButton({ webhook: { _id, status } }: { webhook: Webhook }) {
  const pauses = status === 'active'
  const change = useMutation({
    mutationFn: () =>
      call<typeof updateWebhook>('PATCH', '/admin/webhooks/:id', { params: { id: _id }, body: { paused: pauses } }),
    onSuccess: () => {
      showToast({ message: pauses ? t('Webhook paused') : t('Webhook resumed') })
      return reloadOffice()
    },
    onError: (error) => showError(error),
  })
  const Icon = pauses ? Pause : Play
  return (
    <Button variant={pauses ? 'secondary' : 'primary'} busy={change.isPending} onClick={() => change.mutate()}>
      {!change.isPending && <Icon aria-hidden className="size-4.5" />}
      {pauses ? t('Pause') : t('Resume')}
    </Button>
  )
}

function DeleteButton({ webhook: { _id, url } }: { webhook: Webhook }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call<typeof deleteWebhook>('DELETE', '/admin/webhooks/:id', { params: { id: _id } }),
    onSuccess: async () => {
      showToast({ message: t('Webhook deleted') })
      await navigate(WEBHOOKS_PAGE)
      void reloadOffice()
    },
    onError: (error) => showError(error),
  })
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4.5" />
        {t('Delete')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('Delete this webhook?')}
        intro={t('{url} gets no more events, also none of those that are pending. Its secret is lost.', { url })}
      >
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('Delete webhook')}
          </Button>
          <Button variant="quiet" disabled={remove.isPending} onClick={() => setAsking(false)}>
            {t('Cancel')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
