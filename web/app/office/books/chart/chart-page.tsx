import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { GL_ACCOUNT_TYPES } from '#contract/books/gl-account-types.ts'
import type { GlAccount } from '#contract/books/gl-accounts.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted, useHasPermission } from '../../../shared/session/permitted.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { Chip } from '../../external-money/layout/chip.tsx'
import { OfficePage, panelClass } from '../../layout/office-page.tsx'
import { Cell, coversRow, Head, Row, Table, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { accountName, chartQuery } from './chart-query.ts'

/** Every account of the books, by its code. */
export default function ChartPage() {
  const query = useQuery(chartQuery)
  const [edited, setEdited] = useState<GlAccount | 'new' | null>(null)
  const close = () => setEdited(null)
  return (
    <OfficePage
      title={t('Chart of accounts')}
      actions={
        <Permitted permission="books:manage">
          <Button variant="secondary" onClick={() => setEdited('new')}>
            <Plus aria-hidden className="size-4.5" />
            {t('Add account')}
          </Button>
        </Permitted>
      }
    >
      <div className={classNames(panelClass, 'min-w-0 overflow-clip')}>
        {query.data && <Accounts accounts={query.data} onEdit={setEdited} />}
        {!query.data && query.isError && (
          <TableError
            text={t('Failed to load the chart of accounts.')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        )}
        {!query.data && !query.isError && <TableSkeleton rows={10} />}
      </div>
      <AccountDialog edited={edited} onClose={close} />
    </OfficePage>
  )
}

type AccountsProps = { accounts: readonly GlAccount[]; onEdit: (account: GlAccount) => void }

function Accounts({ accounts, onEdit }: AccountsProps) {
  const mayEdit = useHasPermission('books:manage')
  return (
    <Table
      label={t('Chart of accounts')}
      head={
        <>
          <Head className="w-24">{t('Code')}</Head>
          <Head>{t('Name')}</Head>
          <Head>{t('Type')}</Head>
          <Head className="text-end">{t('Balance')}</Head>
        </>
      }
    >
      {accounts.map((account) => (
        <Row key={account.code} className="max-lg:grid-cols-[4.5rem_minmax(0,1fr)_auto]">
          <Cell className="figures text-muted">{account.code}</Cell>
          <Cell className="min-w-0 font-medium wrap-anywhere">
            {mayEdit ? (
              <button
                type="button"
                data-row={account.code}
                onClick={() => onEdit(account)}
                className={classNames(coversRow, 'text-start')}
              >
                {accountName(account)}
              </button>
            ) : (
              accountName(account)
            )}
            {account.closed && (
              <span className="ms-2">
                <Chip tone="calm">{t('Closed')}</Chip>
              </span>
            )}
          </Cell>
          <Cell className="text-sm text-muted max-lg:order-last max-lg:col-start-2">
            {t(GL_ACCOUNT_TYPES[account.type].name)}
          </Cell>
          <Cell className="text-end whitespace-nowrap">
            <Amount amount={account.balance} className="font-semibold" />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
