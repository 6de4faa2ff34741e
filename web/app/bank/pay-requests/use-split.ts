import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toAmount } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { formatNumber, t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { parseAmountCents, toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { makeRequest } from './make-request.ts'
import { reloadOwnRequests } from './pay-request-query.ts'
import { createRequestKeys } from './request-keys.ts'
import { splitAmount } from './split-amount.ts'

export const MAX_PEOPLE = 20

export type SplitStart = { totalCents: bigint; reference: string }

type Bill = { totalText: string; reference: string; isSharing: boolean }
type Person = { key: number; name: string; amountText: string }
/** `shareCents`: null while the amounts don't add up. */
export type Share = Person & { shareCents: bigint | null }

const newPerson = (key: number): Person => ({ key, name: '', amountText: '' })

/** What each person is asked for. People whose request was made are gone: a second try makes the rest. */
export function useSplit(start: SplitStart | undefined, onMade: () => void) {
  const [bill, setBill] = useState<Bill>({
    totalText: start ? toFieldText(toAmount(start.totalCents)) : '',
    reference: start?.reference.slice(0, 36) ?? '',
    isSharing: true,
  })
  const [typed, setTyped] = useState<Person[]>([newPerson(1), newPerson(2)])
  const [problem, setProblem] = useState<Text>()
  const { people, ownShare, isValid } = sharesOf(bill, typed)
  const [requestKeys] = useState(createRequestKeys)
  // The state of the mutation follows a moment after the click, which a second click may use.
  const isMaking = useRef(false)

  const make = useMutation({
    mutationFn: async (asked: readonly Share[]) => {
      for (const { key, name, shareCents } of asked) {
        const reference = referenceOf(bill.reference, name)
        const requestKey = requestKeys.keyOf(`${key} ${shareCents} ${reference}`)
        await makeRequest({ amountCents: shareCents, reference, accountId: '' }, requestKey)
        // Its share is fixed for the others, should one of them fail.
        setTyped((before) => before.filter((person) => person.key !== key))
        setBill((before) => ({ ...before, totalText: withoutShare(before.totalText, shareCents) }))
      }
      return asked.length
    },
    onSuccess: (count) => {
      requestKeys.finish()
      setTyped([newPerson(1), newPerson(2)])
      setBill({ totalText: '', reference: '', isSharing: true })
      showToast({
        message: t('{count, plural, one {{shown} request created.} other {{shown} requests created.}}', {
          count,
          shown: formatNumber(count),
        }),
      })
      onMade()
    },
    onError: (error) => showError(error),
    onSettled: () => {
      isMaking.current = false
      return reloadOwnRequests()
    },
  })

  function submit() {
    if (isMaking.current) return
    const next = isValid
      ? people.some(({ name }) => !name.trim())
        ? t('Enter a name for everyone.')
        : undefined
      : t('The amounts don’t add up to the total.')
    setProblem(next)
    if (next) return
    isMaking.current = true
    make.mutate(people)
  }
  const edit = (change: () => void) => {
    setProblem(undefined)
    change()
  }
  return {
    bill,
    people,
    ownShare,
    problem,
    busy: make.isPending,
    submit,
    change: (changed: Partial<Bill>) => edit(() => setBill({ ...bill, ...changed })),
    changePerson: (key: number, changed: Partial<Person>) =>
      edit(() => setTyped(typed.map((person) => (person.key === key ? { ...person, ...changed } : person)))),
    add: () => edit(() => setTyped([...typed, newPerson(Math.max(0, ...typed.map(({ key }) => key)) + 1)])),
    remove: (key: number) => edit(() => setTyped(typed.filter((person) => person.key !== key))),
  }
}

/** The last part is one's own, where one pays a share. */
function sharesOf({ totalText, isSharing }: Bill, typed: readonly Person[]) {
  const totalCents = parseAmountCents(totalText)
  const isTyped = ({ amountText }: Person) => amountText.trim() !== ''
  const fixed = typed.map((person) => (isTyped(person) ? parseAmountCents(person.amountText) : null))
  const isReadable = totalCents !== null && typed.every((person, place) => !isTyped(person) || fixed[place] !== null)
  const parts = isReadable ? splitAmount(totalCents, isSharing ? [...fixed, null] : fixed) : null
  const people = typed.map((person, place): Share => ({ ...person, shareCents: parts?.[place] ?? null }))
  return { people, ownShare: isSharing ? (parts?.at(-1) ?? null) : null, isValid: parts !== null }
}

const referenceOf = (what: string, name: string) => [what.trim(), name.trim()].filter(Boolean).join(' · ')

function withoutShare(totalText: string, shareCents: bigint | null): string {
  const leftCents = (parseAmountCents(totalText) ?? 0n) - (shareCents ?? 0n)
  return toFieldText(toAmount(leftCents))
}
