import { useQuery } from '@tanstack/react-query'
import { AtSign, PiggyBank, UserPlus, WalletCards } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Account } from '#contract/customers/accounts.ts'
import { formatMoney } from '#contract/money.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { Avatar } from '../avatar.tsx'
import { cardClass } from '../page.tsx'
import { lastDigits, type PayeeDetails } from '../payees/payee-details.ts'
import { savedPayeesQuery } from '../payees/saved-payees-query.ts'
import { payeesQuery } from '../transfer/payees.tsx'
import { inputKind, type KnownPayee, knownPayees, matchesAccount, matchesPayee } from './find-payees.ts'
import { PayeeSearch } from './payee-search.tsx'
import { PickRow } from './pick-row.tsx'

type Props = {
  accounts: readonly Account[]
  onPay: (payee: PayeeDetails) => void
  /** A payee who was never paid; `typed` is what was searched for. */
  onNew: (typed: string) => void
  onMove: (account: Account) => void
}

/** One search over everybody who was paid or saved, the own accounts, and the way to a new payee. */
export function PayeePicker({ accounts, onPay, onNew, onMove }: Props) {
  const [typed, setTyped] = useState('')
  const recent = useQuery(payeesQuery)
  const saved = useQuery(savedPayeesQuery)
  // Typing stays quick on a slow phone; the lists follow.
  const query = useDeferredValue(typed.trim())
  const known = knownPayees(recent.data ?? [], saved.data ?? [])
  const found = {
    recent: known.recent.filter((payee) => matchesPayee(query, payee)),
    saved: known.saved.filter((payee) => matchesPayee(query, payee)),
    // A single account has no other to move money to.
    own: accounts.length > 1 ? accounts.filter((account) => matchesAccount(query, account)) : [],
  }
  const count = found.recent.length + found.saved.length + found.own.length
  return (
    <search className="grid gap-5">
      <PayeeSearch value={typed} onChange={setTyped} />
      {/* Read out while typing; on the screen the lists show it. */}
      <p role="status" className="sr-only">
        {query !== '' && t('{count, plural, =0 {No one found} one {# found} other {# found}}', { count })}
      </p>
      <div className={classNames(cardClass, 'overflow-hidden')}>
        {query === '' && <NewPayee typed="" onNew={onNew} />}
        {recent.isPending || saved.isPending ? (
          <Loading />
        ) : (
          // Together, so that no row moves under a finger.
          <>
            <Group title={t('Recent')} rows={found.recent} shortened={query === ''} onPay={onPay} />
            <Group title={t('Saved')} rows={found.saved} shortened={query === ''} onPay={onPay} />
          </>
        )}
        {found.own.length > 0 && (
          <Section title={t('Your accounts')}>
            {found.own.map((account) => (
              <OwnAccount key={account._id} account={account} onMove={onMove} />
            ))}
          </Section>
        )}
        {query !== '' && <NewPayee typed={query} onNew={onNew} />}
      </div>
    </search>
  )
}

/** What was typed decides what is offered: a person in this bank by email, or an account anywhere. */
function NewPayee({ typed, onNew }: { typed: string; onNew: (typed: string) => void }) {
  const kind = inputKind(typed)
  const Icon = kind === 'email' ? AtSign : UserPlus
  return (
    <ul className="border-t border-line first:border-t-0">
      <PickRow
        icon={<RowIcon icon={Icon} />}
        name={newPayeeTitle(typed, kind)}
        details={
          kind === 'email'
            ? t('A customer of {bank}', { bank: institution.name })
            : kind === 'number'
              ? t('At {bank} or any other bank', { bank: institution.name })
              : t('Email, account number or IBAN')
        }
        onPick={() => onNew(typed)}
      />
    </ul>
  )
}

function newPayeeTitle(typed: string, kind: ReturnType<typeof inputKind>): Text {
  if (kind === 'email') return t('Pay {email}', { email: verbatim(typed) })
  if (kind === 'number') return t('Pay account {number}', { number: verbatim(typed) })
  return typed === '' ? t('Someone new') : t('Someone new: {name}', { name: verbatim(typed) })
}

const RowIcon = ({ icon: Icon }: { icon: typeof AtSign }) => (
  <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
    <Icon aria-hidden className="size-5" strokeWidth={1.8} />
  </span>
)

function Section({ title, children }: { title: Text; children: Content }) {
  return (
    <section aria-label={title} className="border-t border-line pt-3 first:border-t-0">
      <h2 className="px-5 pb-1 text-sm font-semibold text-muted sm:px-6">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

/** Everybody else is found by typing, and the own accounts stay near. */
const SHOWN_AT_FIRST = 5

type GroupProps = { title: Text; rows: readonly KnownPayee[]; shortened: boolean; onPay: Props['onPay'] }

function Group({ title, rows, shortened, onPay }: GroupProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (rows.length === 0) return null
  const shown = shortened && !showsAll ? rows.slice(0, SHOWN_AT_FIRST) : rows
  return (
    <Section title={title}>
      {shown.map(({ key, name, details }) => (
        <PickRow
          key={key}
          icon={<Avatar fullName={name} image="" className="size-10 text-sm" />}
          name={name}
          details={<PayeeLine payee={details} name={name} />}
          onPick={() => onPay(details)}
        />
      ))}
      {shown.length < rows.length && (
        <li>
          <button
            type="button"
            onClick={() => setShowsAll(true)}
            className="mx-3 min-h-11 rounded-full px-2 text-[0.9375rem] font-semibold text-accent hover:underline sm:mx-4"
          >
            {t('Show all {length}', { length: rows.length })}
          </button>
        </li>
      )}
    </Section>
  )
}

/** A long bank name is cut, never the digits that tell accounts apart. */
const PayeeLine = ({ payee, name }: { payee: PayeeDetails; name: Text }) => (
  <span className="figures flex gap-1">
    <span className="truncate">
      {joinTexts(' · ', payee.accountName !== name && payee.accountName, payee.bankName)}
    </span>
    {verbatim(' ')}
    <LeftToRight>{lastDigits(payee.accountNumber)}</LeftToRight>
  </span>
)

function OwnAccount({ account, onMove }: { account: Account; onMove: Props['onMove'] }) {
  const hidden = useAmountsHidden()
  return (
    <PickRow
      icon={<RowIcon icon={account.kind === 'main' ? WalletCards : PiggyBank} />}
      name={account.name}
      details={joinTexts(
        ' · ',
        t('Move money'),
        !hidden && t('{balance} available', { balance: formatMoney(account.balance) }),
      )}
      onPick={() => onMove(account)}
    />
  )
}

const Loading = () => (
  <div role="status" className="grid gap-4 border-t border-line p-5 sm:px-6">
    <span className="sr-only">{t('Loading...')}</span>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-10 w-full" />
    ))}
  </div>
)
