import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { DELIVERY_STATUSES, type DeliveryStatus } from '#contract/notifications/webhook-events.ts'
import type { resendWebhookDelivery, Webhook, WebhookDelivery } from '#contract/notifications/webhooks.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { translateApiText } from '../../shared/i18n/api-texts.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadMore } from '../../shared/ui/feedback/load-more.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { PanelSection } from '../external-money/layout/panel-section.tsx'
import { reloadOffice } from '../layout/office-query.ts'
import { formatDateTime } from '../parts/format-date.ts'
import { Cell, Head, Row, Table, TableEmpty, TableError, TableSkeleton } from '../parts/table-parts.tsx'
import { DELIVERY, DeliveryState } from './webhook-status.tsx'
import { deliveriesQuery } from './webhooks-query.ts'

const ERROR_TEXT = msg('Failed to load the deliveries.')

/** What was sent, and what is not yet. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const query = useInfiniteQuery(deliveriesQuery(webhook._id, status))
  const deliveries = query.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <PanelSection
        title={t('Deliveries')}
        beside={t('Of the last thirty days')}
        actions={
          <SelectField
            label={t('Status')}
            value={status}
            onChange={(event) => setStatus(event.target.value as DeliveryStatus | '')}
            className="min-w-40"
          >
            <option value="">{t('All')}</option>
            {DELIVERY_STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(DELIVERY[one].name)}
              </option>
            ))}
          </SelectField>
        }
      >
        {!deliveries && query.isError && (
          <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
        {!deliveries && !query.isError && <TableSkeleton rows={5} />}
        {deliveries?.length === 0 && (
          <TableEmpty title={status ? t('No such delivery') : t('Nothing sent yet')}>
            {!status && <p className="text-muted">{t('The next event of this kind appears here.')}</p>}
          </TableEmpty>
        )}
        {deliveries && deliveries.length > 0 && (
          <Table
            label={t('Deliveries')}
            head={
              <>
                <Head>{t('Event')}</Head>
                <Head>{t('Happened')}</Head>
                <Head>{t('Last attempt')}</Head>
                <Head>{t('State')}</Head>
                <Head className="text-end">
                  <span className="sr-only">{t('Actions')}</span>
                </Head>
              </>
            }
          >
            {deliveries.map((delivery) => (
              <Delivery key={delivery._id} delivery={delivery} webhook={webhook} />
            ))}
          </Table>
        )}
      </PanelSection>
      <LoadMore pages={query} failedText={t(ERROR_TEXT)} />
    </>
  )
}

const Delivery = ({ delivery, webhook }: { delivery: WebhookDelivery; webhook: Webhook }) => (
  <Row className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
    <Cell className="min-w-0 max-lg:order-1">
      <span className="font-medium wrap-anywhere">{verbatim(delivery.event)}</span>
      <Link
        to={`/dashboard/user/${delivery.userId}`}
        className="block text-sm text-accent underline-offset-4 hover:underline"
      >
        {t('View person')}
      </Link>
    </Cell>
    <Cell className="figures text-sm max-lg:order-3 max-lg:col-span-2">{formatDateTime(delivery.createdAt)}</Cell>
    <Cell className="figures min-w-0 text-sm max-lg:order-4 max-lg:col-span-2">
      <Attempts delivery={delivery} />
    </Cell>
    <Cell className="max-lg:order-2 max-lg:justify-self-end">
      <DeliveryState status={delivery.status} />
    </Cell>
    <Cell className="max-lg:order-5 max-lg:col-span-2 lg:text-end">
      {webhook.status === 'active' && <ResendButton delivery={delivery} webhookId={webhook._id} />}
    </Cell>
  </Row>
)

function Attempts({
  delivery: { attempts, attemptedAt, nextAttemptAt, error, status },
}: {
  delivery: WebhookDelivery
}) {
  return (
    <>
      {attemptedAt ? (
        <>
          {formatDateTime(attemptedAt)}
          <span className="text-muted">
            {verbatim(' · ')}
            {t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts })}
          </span>
        </>
      ) : (
        <span className="text-muted">
          {nextAttemptAt ? t('Not tried yet') : t('Waits for an earlier event of this person')}
        </span>
      )}
      {error && <span className="block wrap-anywhere text-negative">{translateApiText(error)}</span>}
      {attemptedAt && nextAttemptAt && (
        <span className="block text-muted">
          {status === 'pending'
            ? t('Next attempt {date}', { date: formatDateTime(nextAttemptAt) })
            : t('Is being sent again')}
        </span>
      )}
    </>
  )
}

function ResendButton({ delivery, webhookId }: { delivery: WebhookDelivery; webhookId: string }) {
  const resend = useMutation({
    mutationFn: () =>
      call<typeof resendWebhookDelivery>('POST', '/admin/webhooks/:id/deliveries/:deliveryId/resend', {
        params: { id: webhookId, deliveryId: delivery._id },
      }),
    onSuccess: () => {
      showToast({ message: t('The event is being sent again') })
      return reloadOffice()
    },
    onError: (error) => showError(error),
  })
  return (
    <Button
      variant="quiet"
      busy={resend.isPending}
      onClick={() => resend.mutate()}
      aria-label={t('Send {event} again', { event: verbatim(delivery.event) })}
      className="max-lg:px-0"
    >
      {!resend.isPending && <RotateCw aria-hidden className="size-4.5" />}
      {t('Send again')}
    </Button>
  )
}
