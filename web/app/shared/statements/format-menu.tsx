import { Menu } from '@base-ui/react/menu'
import { STATEMENT_FORMATS, type StatementFormat } from '#contract/documents/statement-formats.ts'
import { verbatim } from '#contract/text.ts'
import type { TextId } from '#contract/text-id.ts'
import { t } from '../i18n/i18n.ts'
import { MenuItem, MenuPopup } from '../ui/dialogs/menu.tsx'
import { type Trigger, useOpenOnMount } from '../ui/loading/load-on-interaction.tsx'

const FORMATS = Object.entries(STATEMENT_FORMATS) as [StatementFormat, { name: string; use: TextId }][]

type Props = { trigger: Trigger; onlyPdf?: boolean; onChoose: (format: StatementFormat) => void }

export function FormatMenu({ trigger, onlyPdf = false, onChoose }: Props) {
  const open = useOpenOnMount()
  return (
    <Menu.Root>
      <Menu.Trigger ref={open} render={trigger} />
      <MenuPopup>
        {FORMATS.filter(([format]) => !onlyPdf || format === 'pdf').map(([format, { name, use }]) => (
          <MenuItem key={format} onClick={() => onChoose(format)}>
            <span className="grid py-1.5">
              <span>{verbatim(name)}</span>
              <span className="text-sm font-normal text-muted">{t(use)}</span>
            </span>
          </MenuItem>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}
