import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const KEYS: [keys: string[], action: TextId][] = [
  [['Ctrl K', '/'], msg('Search people, transactions, lines and pages')],
  [['f'], msg('Search in this list')],
  [['j', '↓'], msg('Next row or conversation')],
  [['k', '↑'], msg('Previous row or conversation')],
  [['Enter'], msg('Open the selected row')],
  [['a'], msg('Approve the selected transaction')],
  [['d'], msg('Decline the selected transaction')],
  [['Shift A'], msg('Approve the open transaction and open the next')],
  [['a'], msg('Confirm the open statement line; Shift A opens the next')],
  [['i'], msg('Ignore the open statement line')],
  [['c'], msg('Book the open statement line to the chart')],
  [['x'], msg('Select the row; Shift X selects a range')],
  [['Esc'], msg('Close')],
  [['?'], msg('Show this list')],
]

/** A button and the `?` key, which open the list of shortcuts. */
export function KeyboardHelp() {
  const [open, setOpen] = useState(false)
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        title={t('Shortcuts')}
        className="hidden size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink md:grid"
      >
        <Keyboard aria-hidden className="size-5" strokeWidth={1.8} />
        <span className="sr-only">{t('Shortcuts')}</span>
      </button>
      <HelpDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      intro={t('These work whenever you aren’t typing in a field.')}
    >
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        {KEYS.map(([keys, action]) => (
          <div key={action} className="flex items-center justify-between gap-6 bg-surface px-4 py-2.5">
            <dt>{t(action)}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid min-w-8 place-items-center rounded-lg border border-line bg-sunken px-2 py-0.5 font-sans text-sm font-semibold"
                >
                  {verbatim(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
