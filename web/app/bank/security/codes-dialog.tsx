import { useRef, useState } from 'react'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { useProfile } from '../use-profile.ts'

/** Shows new recovery codes, this once. Closing it by accident would lose them, so that needs a second try. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { user } = useProfile()
  const [warned, setWarned] = useState(false)
  const download = useRef<HTMLButtonElement>(null)
  const heading = t('Recovery codes for {name}', { name: institution.name })
  const text = [
    heading,
    user.email,
    '',
    ...codes,
    '',
    t('Each code works once. Keep them where only you can find them.'),
  ]
  return (
    <Dialog
      open
      onClose={() => (warned ? onClose() : setWarned(true))}
      title={t('Save your recovery codes')}
      initialFocus={download}
    >
      <div className="grid gap-5">
        <p className="print:hidden">
          {t(
            'If you lose your phone, each code logs you in once in place of your second factor. We can’t show them again, and older codes no longer work.',
          )}
        </p>
        <div
          data-print-only
          className="grid gap-4 rounded-2xl border border-line bg-surface p-5 print:border-0 print:p-0"
        >
          <div className="hidden print:block">
            <p className="text-xl font-semibold">{heading}</p>
            <p>{user.email}</p>
          </div>
          <ul className="figures grid grid-cols-2 gap-x-6 gap-y-2.5 max-[22rem]:grid-cols-1">
            {codes.map((code) => (
              <li key={code}>
                <code className="font-sans text-[1.0625rem] font-medium tracking-wider whitespace-nowrap max-sm:text-base max-sm:tracking-normal">
                  {verbatim(code)}
                </code>
              </li>
            ))}
          </ul>
          <p className="hidden print:block">{t('Each code works once. Keep them where only you can find them.')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <Button
            ref={download}
            variant="secondary"
            onClick={() => saveFile(new Blob([`${text.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
          >
            {t('Download')}
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            {t('Print')}
          </Button>
          <CopyButton text={codes.join('\n')} what={t('the codes')} />
        </div>
        <p role="alert" className="font-medium text-negative empty:sr-only print:hidden">
          {warned && t('Save the codes first: once this closes, they can’t be shown again.')}
        </p>
        <Button onClick={onClose} className="print:hidden">
          {t('I have saved them')}
        </Button>
      </div>
    </Dialog>
  )
}
