import { useState } from 'react'
import type { Text } from '#contract/text.ts'
import { classNames } from '../ui/class-names.ts'

type Props = { src: string; alt: Text; rotation: number; onShown?: (() => void) | undefined }

/** Fills the width of its place in every rotation. */
export function RotatedImage({ src, alt, rotation, onShown }: Props) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  const sideways = rotation % 180 !== 0
  const ratio = size && (sideways ? size.height / size.width : size.width / size.height)
  return (
    <div className="relative w-full overflow-hidden" style={{ aspectRatio: ratio }}>
      <img
        src={src}
        alt={alt}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
          setSize({ width, height })
          onShown?.()
        }}
        className={classNames(size ? 'absolute top-1/2 left-1/2 max-w-none' : 'w-full')}
        style={
          size && {
            // Sideways, the image's width is the height of the frame.
            width: sideways ? `${(size.width / size.height) * 100}%` : '100%',
            transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
          }
        }
      />
    </div>
  )
}
