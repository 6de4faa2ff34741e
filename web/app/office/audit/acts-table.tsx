import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Act } from '#contract/audit.ts'
import { officeDate } from '../office-date.ts'
import { Cell, Head, Row, Table } from '../table-parts.tsx'
import { type Change, changesOf, sayAction, transactionOf } from './act-words.ts'
import type { AuditView } from './audit-view.ts'

type Props = { acts: readonly Act[]; onNarrow: (view: AuditView) => void }

/** Who did what to whom, before and after. */
export function ActsTable({ acts, onNarrow }: Props) {
  return (
    <Table
      label="Audit log"
      head={
        <>
          <Head className="w-44">Time</Head>
          <Head className="w-40">Who</Head>
          <Head className="w-44">Did what</Head>
          <Head className="w-40">To whom</Head>
          <Head>Before and after</Head>
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
    <Row className="align-top max-lg:grid-cols-1">
      <Cell className="figures text-sm text-muted">{officeDate(act.at)}</Cell>
      <Cell>
        {actor ? (
          <Name label="Only what they did" onClick={() => onNarrow({ actor: actor._id })} row>
            {actor.fullName}
          </Name>
        ) : (
          <span className="text-muted">The bank</span>
        )}
      </Cell>
      <Cell className="max-lg:text-[0.9375rem]">{sayAction(act.action)}</Cell>
      <Cell>
        {subject && (
          <Name label="Only what was done to them" onClick={() => onNarrow({ person: subject._id })}>
            {subject.fullName}
          </Name>
        )}
      </Cell>
      <Cell className="min-w-0">
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
    className="text-left font-medium break-words underline-offset-4 hover:underline max-lg:min-h-8"
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
