import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { externalAccountsQuery } from '../entries/entries-query.ts'
import { EXTERNAL_MONEY } from '../layout/external-money-pages.ts'
import { PanelSection } from '../layout/panel-section.tsx'
import { AddAccountDialog } from './add-account-dialog.tsx'
import { AlsoNamed } from './forget-number.tsx'

/** The bank's own accounts at other banks. */
export function AccountsPanel() {
  const query = useQuery(externalAccountsQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <PanelSection
      title={t('Outside accounts')}
      beside={t('The bank’s own accounts at other banks')}
      actions={
        <Permitted permission="outside:manage">
          <Button variant="secondary" onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4.5" />
            {t('Add account')}
          </Button>
        </Permitted>
      }
    >
      {!query.data && query.isError && (
        <TableError
          text={t('Failed to load the outside accounts.')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {!query.data && !query.isError && <TableSkeleton rows={2} />}
      {query.data?.length === 0 && (
        <p className="px-5 pb-5 text-muted">
          {t('No account yet. Statements are read for accounts that are listed here.')}
        </p>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="divide-y divide-line">
          {query.data.map(({ _id, name, number, currency, alsoNamed, balance }) => (
            <li key={_id} className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-5 py-3 hover:bg-ink/3">
              <Link
                to={`${EXTERNAL_MONEY.entries.to}?${new URLSearchParams({ account: _id, state: 'all' })}`}
                className="font-medium wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {name}
              </Link>
              <Amount amount={balance} className="text-end font-semibold" />
              <span className="figures text-sm wrap-anywhere text-muted">
                <LeftToRight>{number}</LeftToRight>
              </span>
              <span className="text-end text-sm text-muted">{t('{currency}, by ledger', { currency })}</span>
              {alsoNamed.length > 0 && (
                <span className="col-span-2 flex flex-wrap items-center gap-1.5 pt-1 text-sm text-muted">
                  {t('In files also named')}
                  {alsoNamed.map((other) => (
                    <AlsoNamed key={other} accountId={_id} number={other} />
                  ))}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <AddAccountDialog open={isAdding} onClose={() => setAdding(false)} onAdded={() => setAdding(false)} />
    </PanelSection>
  )
}
