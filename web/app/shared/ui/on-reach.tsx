import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'

export type Trigger = ReactElement<ComponentProps<'button'>>

/**
 * Menus and popovers bring much code to pages that are mostly looked at. It arrives when somebody reaches for the button
 * that opens one; until then the button is a plain one. What is loaded gets the same button, and opens
 * at once.
 */
export function onReach<More extends object>(load: () => Promise<ComponentType<More & { trigger: Trigger }>>) {
  type Props = More & { trigger: Trigger }
  const Popup = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  const prepare = () => void load()
  return function Reached(props: Props) {
    const [reached, setReached] = useState(false)
    if (reached)
      return (
        <Suspense fallback={props.trigger}>
          <Popup {...props} />
        </Suspense>
      )
    return cloneElement(props.trigger, {
      onClick: () => setReached(true),
      onPointerEnter: prepare,
      onFocus: prepare,
    })
  }
}

/** For a menu: pressed once more as soon as it is there, so that it opens as menus do, with the focus on its first entry. */
export function useOpenAtOnce() {
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => trigger.current?.click(), [])
  return trigger
}
