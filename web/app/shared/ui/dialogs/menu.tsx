import { Menu } from '@base-ui/react/menu'
import type { ComponentProps } from '../content.ts'

type MenuPopupProps = Pick<ComponentProps<typeof Menu.Popup>, 'children' | 'finalFocus'> & {
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
}

/** The popup of a Menu.Trigger. */
export function MenuPopup({ children, finalFocus, side = 'bottom', align = 'end' }: MenuPopupProps) {
  return (
    // Inside the main landmark: at the end of the body it would belong to none.
    <Menu.Portal container={document.getElementById('content')}>
      <Menu.Positioner side={side} align={align} sideOffset={8} className="z-40 outline-none">
        <Menu.Popup
          finalFocus={finalFocus}
          className="max-h-(--available-height) min-w-56 overflow-y-auto rounded-2xl border border-line bg-surface p-1.5 shadow-lifted outline-none motion-safe:animate-drop"
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}

export function MenuItem(item: ComponentProps<typeof Menu.Item>) {
  return (
    <Menu.Item
      {...item}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 font-medium text-ink outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent"
    />
  )
}
