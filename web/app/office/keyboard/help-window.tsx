import { Modal } from '../../shared/ui/modal.tsx'

const KEYS: [keys: string[], what: string][] = [
  [['/'], 'Search'],
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['a'], 'Approve the open or focused transaction'],
  [['d'], 'Decline it'],
  [['Esc'], 'Close'],
  [['?'], 'This help'],
]

export function HelpWindow({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Keyboard" intro="Single keys, whenever you are not typing in a field.">
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        {KEYS.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-6 bg-surface px-4 py-2.5">
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid min-w-8 place-items-center rounded-lg border border-line bg-sunken px-2 py-0.5 font-sans text-sm font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
