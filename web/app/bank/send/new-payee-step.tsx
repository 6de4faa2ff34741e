import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { CODE_INPUT, swiftCodeError } from '../payees/bank-details.ts'
import { accountError, type NewPayee, type NewPayeeForm } from './use-new-payee.ts'

type FieldName = Exclude<keyof NewPayeeForm, 'where'>

/** The name, and one field for the account. What else is asked for depends on what was typed. */
export function NewPayeeStep({ newPayee }: { newPayee: NewPayee }) {
  const { form, kind, searching, submit } = newPayee
  const { register, clearErrors, watch, formState } = form
  const [account, where] = watch(['account', 'where'])
  const asksWhere = kind === 'number' && account.trim() !== ''
  const outside = kind === 'iban' || (asksWhere && where === 'elsewhere')
  const field = (name: FieldName, validate: (text: string) => true | Text) => ({
    ...register(name, { validate, onChange: () => clearErrors(name) }),
    error: formState.errors[name]?.message,
    maxLength: 140,
    autoComplete: 'off',
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label={t('Name')}
        hint={t('As on their account. We compare the two before you pay.')}
        // The account was typed in the search, and the name is what is missing.
        autoFocus
        {...field('accountName', (text) => text.trim() !== '' || t('Account name is required.'))}
      />
      <TextField
        label={t('Email, account number or IBAN')}
        {...CODE_INPUT}
        autoCapitalize="none"
        {...field('account', accountError)}
        maxLength={254}
        hint={kind === 'email' && t('We look for a customer of {bank} with this name.', { bank: institution.name })}
      />
      {asksWhere && <WhichBank newPayee={newPayee} />}
      {outside && (
        <TextField
          label={t('Bank name')}
          {...field('bankName', (text) => text.trim() !== '' || t('Bank name is required.'))}
        />
      )}
      {outside && kind === 'number' && (
        <TextField label={t('SWIFT code (optional)')} {...CODE_INPUT} {...field('swiftCode', swiftCodeError)} />
      )}
      <Button type="submit" size="large" busy={searching}>
        {t('Continue')}
      </Button>
    </form>
  )
}

/** This bank first: its accounts are looked up, so that a number with a slip goes nowhere. */
function WhichBank({ newPayee: { form } }: { newPayee: NewPayee }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-[0.9375rem] font-medium">{t('Where is the account?')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Choice label={institution.name} value="here" form={form} />
        <Choice label={t('Another bank')} value="elsewhere" form={form} />
      </div>
    </fieldset>
  )
}

type ChoiceProps = Pick<NewPayee, 'form'> & { label: Text; value: NewPayeeForm['where'] }

const Choice = ({ form, label, value }: ChoiceProps) => (
  <label
    className={classNames(
      'flex min-h-12 cursor-pointer items-center gap-3 rounded-field border border-edge/60 bg-surface px-4 transition-colors hover:border-edge',
      'has-checked:border-accent has-checked:bg-accent-soft/60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
    )}
  >
    <input
      type="radio"
      value={value}
      {...form.register('where', { onChange: () => form.clearErrors('account') })}
      className="size-5 shrink-0 accent-accent outline-none"
    />
    <span className="min-w-0 wrap-anywhere">{label}</span>
  </label>
)
