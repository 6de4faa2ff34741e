import { Link } from 'react-router'
import type { BankStatement } from '#contract/external-money/bank-statements.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { formatDateTime } from '../../parts/format-date.ts'
import { Cell, coversRow, Head, Row, Table } from '../../parts/table-parts.tsx'
import { Chip } from '../layout/chip.tsx'
import { dayText } from '../layout/day-text.ts'
import { EXTERNAL_MONEY } from '../layout/external-money-pages.ts'

const openCount = ({ states: { matched, suggested, unmatched } }: BankStatement) => matched + suggested + unmatched

/** Opens what is still to be decided, or all entries where nothing is. */
const hrefOf = (statement: BankStatement) =>
  `${EXTERNAL_MONEY.entries.to}?${new URLSearchParams({ statement: statement._id, ...(openCount(statement) === 0 ? { state: 'all' } : {}) })}`

export const StatementTable = ({ statements }: { statements: BankStatement[] }) => (
  <Table
    label={t('Imported statements')}
    head={
      <>
        <Head>{t('Period')}</Head>
        <Head>{t('Account')}</Head>
        <Head className="text-end">{t('Opening balance')}</Head>
        <Head className="text-end">{t('Closing balance')}</Head>
        <Head className="text-end">{t('Lines')}</Head>
        <Head className="ps-4">{t('To decide')}</Head>
        <Head>{t('Imported')}</Head>
      </>
    }
  >
    {statements.map((statement) => (
      <Row key={statement._id} className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
        <Cell className="max-lg:order-1">
          <Link
            to={hrefOf(statement)}
            data-row={statement._id}
            className={classNames(coversRow, 'figures font-medium')}
          >
            {statement.from === statement.to ? (
              <span className="whitespace-nowrap">{dayText(statement.from)}</span>
            ) : (
              <Trans
                text="<0>{from}</0> to <0>{to}</0>"
                parts={[(children) => <span className="whitespace-nowrap">{children}</span>]}
                values={{ from: dayText(statement.from), to: dayText(statement.to) }}
              />
            )}
          </Link>
        </Cell>
        <Cell className="min-w-0 text-sm wrap-anywhere max-lg:order-3">{statement.account.name}</Cell>
        <Cell className="text-end whitespace-nowrap max-lg:hidden">
          <Balance amount={statement.opening} />
        </Cell>
        <Cell className="text-end whitespace-nowrap max-lg:order-2">
          <Balance amount={statement.closing} />
        </Cell>
        <Cell className="figures text-end max-lg:hidden">{statement.lines.total}</Cell>
        <Cell className="max-lg:order-4 max-lg:justify-self-end lg:ps-4">
          {statement.undoneAt ? <Chip tone="calm">{t('Undone')}</Chip> : <ToDecide count={openCount(statement)} />}
        </Cell>
        <Cell className="figures text-sm whitespace-nowrap text-muted max-lg:order-5 max-lg:col-span-2">
          {formatDateTime(statement.importedAt)}
          <span className="lg:block">
            {verbatim(' ')}
            {statement.importedBy.fullName}
          </span>
        </Cell>
      </Row>
    ))}
  </Table>
)

const Balance = ({ amount }: { amount: number | null }) =>
  amount === null ? <span className="text-muted">{verbatim('–')}</span> : <Amount amount={amount} />

const ToDecide = ({ count }: { count: number }) =>
  count === 0 ? (
    <Chip tone="good">{t('All decided')}</Chip>
  ) : (
    <Chip tone="attention">{t('{count, plural, one {# line} other {# lines}}', { count })}</Chip>
  )
