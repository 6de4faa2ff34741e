import { KeyRound } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AuthenticationResponse } from '#contract/identity/webauthn.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { isPasskeyDismissed, passkeyProblem } from '../api/passkeys.ts'
import { t } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import type { ComponentProps } from '../ui/content.ts'
import { type Autocomplete, TextField } from '../ui/forms/field.tsx'
import { FormProblem } from '../ui/forms/form-problem.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { remindOfRecoveryCodes } from './remind-of-recovery-codes.ts'

export type Method = 'passkey' | 'totp' | 'recovery' | 'password'
type TypedMethod = Exclude<Method, 'passkey'>

/** One of them, as the API takes it. */
export type Answer = {
  password?: string
  totp?: string
  recoveryCode?: string
  challenge?: string
  passkey?: AuthenticationResponse
}

type Props = {
  /** The first one is asked for; the others are offered instead. Not empty. */
  methods: readonly Method[]
  /** For password managers. */
  email?: string
  signWithPasskey: () => Promise<Answer>
  /** Rejects with the reason when the answer is not accepted. */
  onAnswer: (answer: Answer) => Promise<void>
  onCancel: () => void
  submitText: Text
  cancelText: Text
}

/** Asks for a passkey, a code of the authenticator app, a recovery code, or the password: one at a time. */
export function VerificationForm(props: Props) {
  const { methods, signWithPasskey, onAnswer, onCancel, cancelText } = props
  const navigate = useNavigate()
  const problemId = useId()
  const [method, setMethod] = useState<Method>(methods[0] ?? 'password')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Text>()
  const [note, setNote] = useState<Text>()

  const answer = async (next: Promise<Answer>) => {
    setBusy(true)
    setProblem(undefined)
    setNote(undefined)
    try {
      await onAnswer(await next)
      if (method === 'recovery') void remindOfRecoveryCodes(navigate)
    } catch (error) {
      if (isPasskeyDismissed(error)) setNote(passkeyProblem(error))
      else setProblem(error instanceof ApiError || method !== 'passkey' ? errorMessage(error) : passkeyProblem(error))
    } finally {
      setBusy(false)
    }
  }
  const switchTo = (next: Method) => {
    setMethod(next)
    setProblem(undefined)
    setNote(undefined)
  }
  return (
    <div className="grid gap-5">
      {method === 'passkey' ? (
        <>
          <PasskeyButton busy={busy} onClick={() => answer(signWithPasskey())} />
          <FormProblem id={problemId}>{problem}</FormProblem>
        </>
      ) : (
        <AnswerForm
          {...props}
          key={method}
          {...{ method, busy, problem, setProblem, problemId }}
          onAnswer={(typed) => answer(Promise.resolve(typed))}
        />
      )}
      <p role="status" className="text-muted empty:sr-only">
        {note}
      </p>
      <div className="-mx-5 -mb-2 grid justify-items-start">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="quiet" disabled={busy} onClick={() => switchTo(other)}>
              {t(SWITCH_TEXTS[other])}
            </Button>
          ))}
        <Button variant="quiet" onClick={onCancel}>
          {cancelText}
        </Button>
      </div>
    </div>
  )
}

const SWITCH_TEXTS: Record<Method, TextId> = {
  passkey: msg('Use a passkey instead'),
  totp: msg('Use your authenticator app instead'),
  recovery: msg('Use a recovery code instead'),
  password: msg('Use your password instead'),
}

function PasskeyButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button {...props} ref={button} size="large" className="w-full">
      {!props.busy && <KeyRound aria-hidden className="size-5" />}
      {t('Use a passkey')}
    </Button>
  )
}

type CodeField = {
  label: TextId
  hint?: TextId
  /** Shown when nothing was typed. */
  missing: TextId
  toAnswer: (text: string) => Answer
  input: ComponentProps<'input'> & Autocomplete
}

const TYPED: Record<TypedMethod, CodeField> = {
  totp: {
    label: msg('Code from your authenticator app'),
    missing: msg('Enter the six digits that the app shows.'),
    toAnswer: (totp) => ({ totp }),
    input: { inputMode: 'numeric', enterKeyHint: 'go', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: msg('Recovery code'),
    hint: msg('One of the ten codes that you saved. Each works once.'),
    missing: msg('Enter one of your recovery codes.'),
    toAnswer: (recoveryCode) => ({ recoveryCode }),
    input: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  },
  password: {
    label: msg('Password'),
    missing: msg('Enter your password.'),
    toAnswer: (password) => ({ password }),
    input: { autoComplete: 'current-password', enterKeyHint: 'go' },
  },
}

type AnswerFormProps = Pick<Props, 'email' | 'submitText'> & {
  method: TypedMethod
  busy: boolean
  problem: Text | undefined
  setProblem: (problem: Text | undefined) => void
  problemId: string
  onAnswer: (answer: Answer) => Promise<void>
}

function AnswerForm({ method, email, busy, problem, setProblem, problemId, submitText, onAnswer }: AnswerFormProps) {
  const { label, hint, missing, toAnswer, input } = TYPED[method]
  const field = useRef<HTMLInputElement | null>(null)
  const { register, handleSubmit } = useForm({ defaultValues: { typed: '' } })
  const { ref, ...registered } = register('typed', { required: true, onChange: () => setProblem(undefined) })
  useEffect(() => field.current?.focus(), [])
  // A wrong answer is selected, so that typing replaces it.
  useEffect(() => {
    if (problem) field.current?.select()
  }, [problem])

  const submit = handleSubmit(
    ({ typed }) => onAnswer(toAnswer(typed)),
    () => setProblem(t(missing)),
  )
  const control = {
    label: t(label),
    hint: hint && t(hint),
    ...input,
    ...registered,
    required: true,
    invalid: Boolean(problem),
    describedBy: problem && problemId,
    ref: (element: HTMLInputElement | null) => {
      ref(element)
      field.current = element
    },
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {method === 'password' ? (
        <>
          {/* Password managers need a user name beside the password. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField {...control} />
        </>
      ) : (
        <TextField {...control} className="figures" />
      )}
      <FormProblem id={problemId}>{problem}</FormProblem>
      <Button type="submit" size="large" busy={busy} className="w-full">
        {submitText}
      </Button>
    </form>
  )
}
