import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ExternalAccount } from '#contract/external-money/external-accounts.ts'
import type { rememberStatementNumber } from '#contract/external-money/statement-numbers.ts'
import { verbatim } from '#contract/text.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { TableSkeleton } from '../../parts/table-parts.tsx'
import { externalAccountsQuery } from '../entries/entries-query.ts'
import { Chip } from '../layout/chip.tsx'
import { AddAccountForm } from '../statements/add-account-dialog.tsx'
import type { AccountQuestion } from './import-errors.ts'

type Asked = { file: File; question: AccountQuestion }
type Props = {
  /** Null: closed. */
  asked: Asked | null
  /** Without an account: what was said is stored already. */
  onChosen: (file: File, accountId: string | null) => void
  onClose: () => void
}

/** A number in a file that may be that of one account or another: staff say it once. */
export function WhichAccountDialog({ asked, onChosen, onClose }: Props) {
  // The last question stays visible during the closing animation.
  const last = useRef(asked)
  if (asked) last.current = asked
  const shown = asked ?? last.current
  if (!shown) return null
  const { file, question } = shown
  return (
    <Dialog
      open={asked !== null}
      onClose={onClose}
      title={t('Which account is this?')}
      intro={t('The file names the account {number}. None of the outside accounts has exactly this number.', {
        number: verbatim(question.number),
      })}
    >
      <AccountChoice
        key={`${file.name} ${file.lastModified} ${question.number}`}
        question={question}
        onChosen={(accountId) => onChosen(file, accountId)}
        onClose={onClose}
      />
    </Dialog>
  )
}

type ChoiceProps = { question: AccountQuestion; onChosen: (accountId: string | null) => void; onClose: () => void }

function AccountChoice({ question, onChosen, onClose }: ChoiceProps) {
  const { number, currency, numbers, candidates } = question
  const accounts = useQuery(externalAccountsQuery).data
  const [chosen, setChosen] = useState('')
  const [isTried, setTried] = useState(false)
  const [isAdding, setAdding] = useState(false)
  // Of several unclear numbers each is said by itself, before the file is imported.
  const remember = useMutation({
    mutationFn: (id: string) =>
      call<typeof rememberStatementNumber>('PUT', '/admin/outside-accounts/:id/numbers/:number', {
        params: { id, number: number.replace(/[^0-9A-Za-z]/g, '') },
      }),
    onSuccess: () => onChosen(null),
    onError: (error) => showError(error),
  })
  if (isAdding)
    return (
      <AddAccountForm known={{ number, currency }} onAdded={() => onChosen(null)} onClose={() => setAdding(false)} />
    )
  if (!accounts) return <TableSkeleton rows={3} />
  const submit = () => {
    setTried(true)
    if (!chosen) return
    if (numbers.length > 1) remember.mutate(chosen)
    else onChosen(chosen)
  }
  const isCandidate = ({ _id }: ExternalAccount) => candidates.includes(_id)
  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('Outside accounts')}</legend>
        {[...accounts.filter(isCandidate), ...accounts.filter((account) => !isCandidate(account))].map((account) => (
          <AccountOption
            key={account._id}
            account={account}
            isSimilar={isCandidate(account)}
            isChosen={account._id === chosen}
            onChoose={() => setChosen(account._id)}
          />
        ))}
        <Button variant="quiet" className="justify-self-start" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4.5" />
          {t('Add an account')}
        </Button>
      </fieldset>
      <p className="text-[0.9375rem] text-muted">
        {t(
          'We remember your choice: the next file of {number} is imported without a question. You can change that on this page, under Outside accounts.',
          {
            number: verbatim(number),
          },
        )}
      </p>
      <div className="grid gap-3">
        {isTried && !chosen && (
          <p role="alert" className="font-medium text-negative">
            {t('Choose the account.')}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button busy={remember.isPending} onClick={submit}>
            {t('Import')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </div>
  )
}

type OptionProps = { account: ExternalAccount; isSimilar: boolean; isChosen: boolean; onChoose: () => void }

const AccountOption = ({ account: { name, number }, isSimilar, isChosen, onChoose }: OptionProps) => (
  <label
    className={classNames(
      'flex min-h-14 cursor-pointer items-center gap-3 rounded-field border border-edge/60 bg-surface px-4 py-2 transition-colors hover:border-edge',
      'has-checked:border-accent has-checked:bg-accent-soft/60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
    )}
  >
    <input
      type="radio"
      name="outsideAccountId"
      checked={isChosen}
      onChange={onChoose}
      className="size-5 shrink-0 accent-accent outline-none"
    />
    <span className="grid min-w-0 flex-1 gap-0.5">
      <span className="font-medium wrap-anywhere">{name}</span>
      <span className="figures text-sm wrap-anywhere text-muted">
        <LeftToRight>{number}</LeftToRight>
      </span>
      {isSimilar && (
        <span className="pt-0.5">
          <Chip tone="attention">{t('Similar number')}</Chip>
        </span>
      )}
    </span>
  </label>
)
