import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Webhook } from '#contract/notifications/webhooks.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { rowShortcuts } from '../keyboard/row-focus.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../layout/office-page.tsx'
import { formatDateTime } from '../parts/format-date.ts'
import { Cell, coversRow, Head, Row, Table, TableEmpty, TableError, TableSkeleton } from '../parts/table-parts.tsx'
import { AddWebhookDialog } from './add-webhook-dialog.tsx'
import { BackLink } from './back-link.tsx'
import { WebhookState } from './webhook-status.tsx'
import { WEBHOOKS_PAGE, webhooksQuery } from './webhooks-query.ts'

/** Where the bank reports what happens, for other systems. */
export default function WebhooksPage() {
  const query = useQuery(webhooksQuery)
  const [isAdding, setAdding] = useState(false)
  const webhooks = query.data
  useShortcuts(rowShortcuts())
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden className="size-4.5" />
      {t('Add webhook')}
    </Button>
  )
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <BackLink to="/dashboard/admin-settings">{t('Admin Settings')}</BackLink>
      <OfficePage title={t('Webhooks')} actions={webhooks && webhooks.length > 0 ? add : undefined}>
        <div className={classNames(panelClass, 'overflow-clip')}>
          {!webhooks && query.isError && (
            <TableError
              text={t('Failed to load the webhooks.')}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          )}
          {!webhooks && !query.isError && <TableSkeleton rows={3} />}
          {webhooks?.length === 0 && (
            <TableEmpty title={t('No webhooks yet')}>
              <p className="mb-3 max-w-prose text-muted">
                {t(
                  'A webhook tells another system at once when money moves or a person changes. Every request is signed, and sent again until it arrives.',
                )}
              </p>
              {add}
            </TableEmpty>
          )}
          {webhooks && webhooks.length > 0 && <Webhooks webhooks={webhooks} />}
        </div>
      </OfficePage>
      <AddWebhookDialog open={isAdding} onClose={() => setAdding(false)} />
    </div>
  )
}

const Webhooks = ({ webhooks }: { webhooks: Webhook[] }) => (
  <Table
    label={t('Webhooks')}
    head={
      <>
        <Head>{t('Address')}</Head>
        <Head>{t('Events')}</Head>
        <Head>{t('Added')}</Head>
        <Head className="text-end">{t('Pending')}</Head>
        <Head className="ps-4">{t('State')}</Head>
      </>
    }
  >
    {webhooks.map((webhook) => (
      <Row key={webhook._id} className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
        <Cell className="min-w-0 max-lg:order-1 lg:w-2/5">
          <Link
            to={`${WEBHOOKS_PAGE}/${webhook._id}`}
            data-row={webhook._id}
            className={classNames(coversRow, 'font-semibold wrap-anywhere')}
          >
            <LeftToRight>{webhook.url}</LeftToRight>
          </Link>
        </Cell>
        <Cell className="text-sm text-muted max-lg:order-3 max-lg:col-span-2">
          {verbatim(webhook.events.join(', '))}
        </Cell>
        <Cell className="figures text-sm max-lg:order-4 max-lg:col-span-2 lg:whitespace-nowrap">
          {formatDateTime(webhook.createdAt)}
          <span className="block text-muted max-lg:inline max-lg:before:content-['_·_']">
            {webhook.createdBy.fullName}
          </span>
        </Cell>
        <Cell className="figures text-end max-lg:hidden">{webhook.pending}</Cell>
        <Cell className="max-lg:order-2 max-lg:justify-self-end lg:ps-4">
          <WebhookState status={webhook.status} />
        </Cell>
      </Row>
    ))}
  </Table>
)
