import { CalendarClock } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { joinTexts, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { reloadAccounts } from '../accounts/accounts-query.ts'
import { OwnAccountField } from '../accounts/own-account-field.tsx'
import type { Payer } from '../accounts/use-payer.ts'
import { Avatar } from '../avatar.tsx'
import { lastDigits } from '../payees/payee-details.ts'
import { amountError, MostToSend, useAvailable } from '../transfer/amount-to-send.tsx'
import type { TransferState } from '../transfer/use-transfer.ts'
import { WhenFields } from '../transfer/when-fields.tsx'

type Props = {
  transfer: TransferState
  payer: Payer
  amountRef: RefObject<HTMLInputElement | null>
}

/** The amount first; everything else is optional. */
export function AmountStep({ transfer: { form, go }, payer, amountRef }: Props) {
  const { register, clearErrors, watch, formState, handleSubmit } = form
  const { errors } = formState
  const available = useAvailable(payer, watch('when'))
  const { ref, ...amount } = register('amountText', {
    validate: (text) => amountError(text, available),
    onChange: () => clearErrors('amountText'),
  })
  // The step can follow another one, which had the focus.
  useEffect(() => amountRef.current?.focus(), [amountRef])
  return (
    // The balance may have changed without a live update.
    <form
      noValidate
      onSubmit={handleSubmit(
        () => go('review'),
        () => void reloadAccounts(),
      )}
      className="grid gap-5"
    >
      <Payee form={form} />
      <AmountField
        label={t('Amount')}
        hint={<MostToSend available={available} />}
        error={errors.amountText?.message}
        {...amount}
        ref={(input) => {
          ref(input)
          amountRef.current = input
        }}
      />
      <OwnAccountField label={t('From account')} {...register('accountId', { onChange: () => clearErrors() })} />
      <TextField
        label={t('Message (optional)||payment')}
        hint={t('For example an invoice number. The payee sees it.')}
        maxLength={140}
        autoComplete="off"
        error={errors.message?.message}
        {...register('message', { onChange: () => clearErrors('message') })}
      />
      <Later form={form} />
      <Button type="submit" size="large">
        {t('Continue')}
      </Button>
    </form>
  )
}

type FormProps = Pick<TransferState, 'form'>

function Payee({ form }: FormProps) {
  const { accountName, accountNumber, bankName, iban } = form.getValues()
  return (
    <div className="flex items-center gap-3.5 rounded-2xl bg-sunken px-4 py-3">
      <Avatar fullName={accountName} image="" className="size-10 text-sm" />
      <p className="grid min-w-0 grid-cols-1">
        <span className="font-medium wrap-anywhere">{verbatim(accountName)}</span>
        <span className="figures text-sm wrap-anywhere text-muted">
          {joinTexts(' ', verbatim(bankName), lastDigits(accountNumber || iban.replaceAll(' ', '')))}
        </span>
      </p>
    </div>
  )
}

/** Most payments are for today: the days of the others are out of the way until they are asked for. */
function Later({ form }: FormProps) {
  const [shown, setShown] = useState(form.getValues('when') !== 'today')
  if (shown) return <WhenFields form={form} />
  return (
    <button
      type="button"
      onClick={() => setShown(true)}
      className="-my-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-full text-[0.9375rem] font-semibold text-accent hover:underline"
    >
      <CalendarClock aria-hidden className="size-4.5" />
      {t('Send later, or repeat it')}
    </button>
  )
}
