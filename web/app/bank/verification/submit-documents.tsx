import { useMutation } from '@tanstack/react-query'
import { IdCard, MailOpen, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { DocumentKind, submitVerification } from '#contract/identity/verification.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { cardClass } from '../page.tsx'
import { DocumentSlot, type SlotState } from './document-slot.tsx'
import { verificationQuery } from './verification-query.ts'

const MAX_PAGES = 3

const KINDS: { kind: DocumentKind; name: TextId; title: TextId; hint: TextId; icon: Content }[] = [
  {
    kind: 'identity',
    name: msg('your ID'),
    title: msg('Proof of identity'),
    hint: msg('Passport, ID card (both sides) or driver’s license. All corners visible, no glare.'),
    icon: <IdCard aria-hidden className="size-5.5 text-accent" />,
  },
  {
    kind: 'address',
    name: msg('your proof of address'),
    title: msg('Proof of address'),
    hint: msg('A bill, bank statement or official letter with your name and address, not older than three months.'),
    icon: <MailOpen aria-hidden className="size-5.5 text-accent" />,
  },
]

type Slot = SlotState & { id: number; kind: DocumentKind }

/** A new customer sends both documents; for another name, the one that shows it is enough. */
export function SubmitDocuments({ only }: { only?: DocumentKind }) {
  const kinds = KINDS.filter(({ kind }) => !only || kind === only)
  const [slots, setSlots] = useState(() =>
    kinds.map(({ kind }, id): Slot => ({ id, kind, chosen: false, imageUrl: null })),
  )
  const [incomplete, setIncomplete] = useState(false)
  const update = useCallback(
    (id: number, state: SlotState) =>
      setSlots((before) => before.map((slot) => (slot.id === id ? { ...slot, ...state } : slot))),
    [],
  )
  const add = (kind: DocumentKind) =>
    setSlots((before) => [...before, { id: before.length, kind, chosen: false, imageUrl: null }])
  const missing = kinds.filter(({ kind }) => !slots.some((slot) => slot.kind === kind && slot.imageUrl))
  const uploading = slots.some(({ chosen, imageUrl }) => chosen && !imageUrl)
  const submission = useSubmission(slots)
  return (
    <form
      className="grid max-w-3xl gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIncomplete(missing.length > 0 || uploading)
        if (missing.length === 0 && !uploading) submission.mutate()
      }}
    >
      {kinds.map(({ kind, name, title, hint, icon }) => {
        const own = slots.filter((slot) => slot.kind === kind)
        return (
          <section key={kind} aria-label={t(title)} className={classNames(cardClass, 'grid gap-4 p-5 sm:p-6')}>
            <div className="grid gap-1">
              <h2 className="flex items-center gap-2.5 text-lg font-semibold">
                {icon}
                {t(title)}
              </h2>
              <p className="text-muted">{t(hint)}</p>
            </div>
            {own.map(({ id }) => (
              <DocumentSlot key={id} id={id} name={t(name)} onChange={update} />
            ))}
            {own.every(({ imageUrl }) => imageUrl) && own.length < MAX_PAGES && (
              <Button variant="quiet" className="-ms-3 justify-self-start" onClick={() => add(kind)}>
                <Plus aria-hidden className="size-4.5" />
                {t('Add another page')}
              </Button>
            )}
          </section>
        )
      })}
      {incomplete && (
        <p role="alert" className="font-medium text-negative">
          {missing[0]
            ? t('Please add a photo or file of {name}.', { name: t(missing[0].name) })
            : uploading && t('Please wait for the uploads.')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" size="large" busy={submission.isPending}>
          {t('Submit documents')}
        </Button>
        <p className="max-w-sm text-sm text-muted">
          {t('Your documents are stored encrypted. You can see who looked at them on your security page.')}
        </p>
      </div>
    </form>
  )
}

const useSubmission = (slots: readonly Slot[]) =>
  useMutation({
    mutationFn: () => {
      const documents = slots.flatMap(({ kind, imageUrl }) => (imageUrl ? [{ kind, imageUrl }] : []))
      return call<typeof submitVerification>('POST', '/verification', { body: { documents } })
    },
    onSuccess: (verification) => {
      queryClient.setQueryData(verificationQuery.queryKey, verification)
      showToast({ message: t('Documents submitted') })
    },
    onError: (error) => {
      showError(error)
      void queryClient.invalidateQueries(verificationQuery)
    },
  })
