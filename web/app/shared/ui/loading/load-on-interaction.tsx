import {
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { ComponentProps } from '../content.ts'

export type Trigger = ReactElement<ComponentProps<'button'>>

/**
 * Menus and popovers need much code that most page views never use. It is loaded when the user hovers, focuses or clicks
 * the trigger. The loaded component receives the same trigger and opens immediately.
 */
export function loadOnInteraction<ExtraProps extends object>(
  load: () => Promise<ComponentType<ExtraProps & { trigger: Trigger }>>,
) {
  type Props = ExtraProps & { trigger: Trigger }
  const Popup = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  const preload = () => void load()
  return function LoadOnInteraction(props: Props) {
    const [interacted, setInteracted] = useState(false)
    if (interacted)
      return (
        <Suspense fallback={props.trigger}>
          <Popup {...props} />
        </Suspense>
      )
    return cloneElement(props.trigger, {
      // React renders the popup in parts.
      onClick: () => startTransition(() => setInteracted(true)),
      onPointerEnter: preload,
      onFocus: preload,
    })
  }
}

/** For a menu: clicks its trigger once mounted, so that it opens as usual, with the focus on its first item. */
export function useOpenOnMount() {
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => trigger.current?.click(), [])
  return trigger
}
