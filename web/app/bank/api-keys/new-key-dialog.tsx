import { useState } from 'react'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'

/** Shows the key, this once. Closing it by accident would lose it, so that needs a second try. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const [warned, setWarned] = useState(false)
  return (
    <Dialog open onClose={() => (warned ? onClose() : setWarned(true))} title={t('Copy your key now')}>
      <div className="grid gap-5">
        <p>{t('We can’t show it again. Keep it like a password: a program that has it can do what you allowed.')}</p>
        <div className="grid justify-items-start gap-3 rounded-2xl border border-line bg-surface p-5">
          <code dir="ltr" className="text-base font-medium break-all select-all">
            {apiKey}
          </code>
          <CopyButton text={apiKey} what={t('the key')} />
        </div>
        <p role="alert" className="font-medium text-negative empty:sr-only">
          {warned && t('Copy the key first: once this closes, it can’t be shown again.')}
        </p>
        <Button onClick={onClose}>{t('I have saved it')}</Button>
      </div>
    </Dialog>
  )
}
