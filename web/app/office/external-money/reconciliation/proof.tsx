import { CircleAlert, CircleCheckBig } from 'lucide-react'
import { Link } from 'react-router'
import type { ReconciledAccount, Reconciliation, ReconciliationItem } from '#contract/external-money/reconciliation.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { dayText } from '../layout/day-text.ts'
import { EXTERNAL_MONEY } from '../layout/external-money-pages.ts'
import { PanelSection } from '../layout/panel-section.tsx'
import { ItemRow } from './item-row.tsx'

/** Statement − ledger = difference = the items + what is unexplained, written as a bookkeeper writes it. */
export function AccountProof({ reconciled }: { reconciled: ReconciledAccount }) {
  const { account, statement, statementBalance, ledgerBalance, difference, items, unexplained } = reconciled
  return (
    <PanelSection title={account.name} beside={joinTexts(' · ', account.number, account.currency)}>
      <dl className="px-5 pb-5">
        <Figure
          name={statement ? t('Balance by statement, {to}', { to: dayText(statement.to) }) : t('Balance by statement')}
          amount={statementBalance}
        />
        <Figure name={t('Balance by ledger')} amount={ledgerBalance} />
        <Figure name={t('Difference')} amount={difference} kind="sum" />
        <Items items={items} accountId={account._id} />
        <Unexplained amount={unexplained} hasItems={items.length > 0} />
      </dl>
      {!statement && (
        <Note>
          <Trans
            text="No statement has been imported yet. <0>Import one</0>"
            parts={[
              (children) => (
                <Link
                  to={EXTERNAL_MONEY.statements.to}
                  className="font-semibold text-accent underline-offset-4 hover:underline"
                >
                  {children}
                </Link>
              ),
            ]}
          />
        </Note>
      )}
    </PanelSection>
  )
}

type PositionProps = {
  title: Text
  description: Text
  balanceName: Text
  position: Reconciliation['clearing']
}

/** An account whose balance is what is still open. */
export function PositionProof({ title, description, balanceName, position }: PositionProps) {
  const { balance, items, unexplained } = position
  return (
    <PanelSection title={title}>
      <p className="-mt-1.5 px-5 pb-2 text-[0.9375rem] text-muted">{description}</p>
      <dl className="px-5 pb-5">
        <Figure name={balanceName} amount={balance} kind="sum" />
        <Items items={items} />
        <Unexplained amount={unexplained} hasItems={items.length > 0} />
      </dl>
    </PanelSection>
  )
}

/** Sums in whole minor units: the amounts on the wire are binary fractions. */
const sumOf = (items: readonly ReconciliationItem[]) =>
  toAmount(items.reduce((sum, { amount }) => sum + (toCents(amount) ?? 0n), 0n))

function Items({ items, accountId }: { items: readonly ReconciliationItem[]; accountId?: string }) {
  if (items.length === 0) return null
  return (
    <>
      {items.map((item) => (
        <ItemRow key={item.kind} item={item} accountId={accountId} />
      ))}
      <Figure name={t('Explained')} amount={sumOf(items)} kind="sum" />
    </>
  )
}

type FigureProps = { name: Text; amount: number; kind?: 'plain' | 'sum' }

const Figure = ({ name, amount, kind = 'plain' }: FigureProps) => (
  <div
    className={classNames(
      'flex items-baseline justify-between gap-4 py-2',
      kind === 'sum' && 'border-t border-edge/60 font-semibold',
    )}
  >
    <dt className="min-w-0">{name}</dt>
    <dd className="figures text-end whitespace-nowrap">
      <Amount amount={amount} />
    </dd>
  </div>
)

/** The last line: a double rule below nothing. */
function Unexplained({ amount, hasItems }: { amount: number; hasItems: boolean }) {
  const isZero = amount === 0
  const Icon = isZero ? CircleCheckBig : CircleAlert
  return (
    <div
      className={classNames(
        'flex items-center justify-between gap-4 border-t border-edge/60 pt-2.5 font-semibold',
        isZero ? 'text-positive' : 'text-negative',
        !hasItems && 'mt-0',
      )}
    >
      <dt className="inline-flex items-center gap-2">
        <Icon aria-hidden className="size-5 shrink-0" />
        {t('Unexplained')}
      </dt>
      <dd className="figures border-b-4 border-double border-current text-end text-lg whitespace-nowrap">
        <Amount amount={amount} />
      </dd>
    </div>
  )
}

const Note = ({ children }: { children: Content }) => (
  <p className="border-t border-line bg-sunken px-5 py-3 text-[0.9375rem]">{children}</p>
)
