import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Act } from '#contract/audit.ts'
import { officeDate } from '../format-date.ts'
import { Cell, Head, Row, Table } from '../table-parts.tsx'
import { type Change, changesOf, sayAction, transactionOf } from './describe-entry.ts'
import type { AuditView } from './audit-view.ts'

type Props = { acts: readonly Act[]; onNarrow: (view: AuditView) => void }

/** Who did what to whom, before and after. */
export function ActsTable({ acts, onNarrow }: Props) {
  return (
    <Table
      label="Audit log"
      head={
        <>
          <Head>Time</Head>
          <Head className="w-36">Who</Head>
          <Head className="w-40">Did what</Head>
          <Head className="w-40">To whom</Head>
          <Head className="w-2/5">Before and after</Head>
        </>
      }
    >
      {acts.map((act) => (
        <ActRow key={act._id} act={act} onNarrow={onNarrow} />
      ))}
    </Table>
  )
}

function ActRow({ act, onNarrow }: { act: Act; onNarrow: Props['onNarrow'] }) {
  const { actor, subject } = act
  return (
    // Narrow, it is a sentence: who did what to whom, and then when.
    <Row className="align-top max-lg:flex! max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-2">
      <Cell className="figures text-sm text-muted max-lg:order-1 max-lg:ml-auto lg:whitespace-nowrap">
        {officeDate(act.at)}
      </Cell>
      <Cell className="min-w-0">
        {actor ? (
          <Name label="Only what they did" onClick={() => onNarrow({ actor: actor._id })} row>
            {actor.fullName}
          </Name>
        ) : (
          <span className="text-muted">The bank</span>
        )}
      </Cell>
      <Cell className="max-lg:text-muted">{sayAction(act.action)}</Cell>
      <Cell className="min-w-0">
        {subject && (
          <Name label="Only what was done to them" onClick={() => onNarrow({ person: subject._id })}>
            {subject.fullName}
          </Name>
        )}
      </Cell>
      <Cell className="min-w-0 max-lg:order-2 max-lg:w-full">
        <Changes changes={changesOf(act)} transaction={transactionOf(act)} />
      </Cell>
    </Row>
  )
}

type NameProps = { children: string; label: string; onClick: () => void; row?: boolean }

const Name = ({ children, label, onClick, row }: NameProps) => (
  <button
    type="button"
    data-row={row ? '' : undefined}
    title={label}
    onClick={onClick}
    className="text-left font-medium wrap-anywhere underline-offset-4 hover:underline max-lg:min-h-8"
  >
    {children}
  </button>
)

function Changes({ changes, transaction }: { changes: Change[]; transaction: string | null }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="flex flex-wrap items-baseline gap-x-1.5 break-words">
          <span className="text-muted">{field}</span>
          {before !== null && <span className="figures">{before}</span>}
          {before !== null && after !== null && (
            <ArrowRight aria-label="became" className="size-3.5 self-center text-muted" />
          )}
          {after !== null && <span className="figures font-medium">{after}</span>}
        </li>
      ))}
      {transaction && (
        <li>
          <Link
            to={`/dashboard/all-transactions?transaction=${transaction}`}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            Open the transaction
          </Link>
        </li>
      )}
    </ul>
  )
}
