import { useEffect, useRef, useState } from 'react'
import { parseDocumentNumber } from '#contract/documents/signed-documents.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'

/** Not in TypeScript's library: https://wicg.github.io/shape-detection-api/ */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
declare const BarcodeDetector: new (options: { formats: string[] }) => Detector

const PAUSE_MS = 200

/** The number of a code, which is the address of this page with the number behind '#'. */
const numberOf = (code: string) => parseDocumentNumber(code.slice(code.indexOf('#') + 1))

type Props = { onNumber: (number: string) => void; onClose: () => void }

export function ScanCode({ onNumber, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<Text>()
  const found = useRef(onNumber)
  found.current = onNumber

  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: number | undefined
    let ended = false

    async function look(element: HTMLVideoElement, detector: Detector) {
      // A frame that can't be read is passed over.
      const codes = await detector.detect(element).catch(() => [])
      if (ended) return
      const number = codes.map(({ rawValue }) => numberOf(rawValue)).find((one) => one !== null)
      if (number) found.current(number)
      else timer = window.setTimeout(() => look(element, detector), PAUSE_MS)
    }
    async function open() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const element = video.current
      if (ended || !element) return end()
      element.srcObject = stream
      await element.play()
      await look(element, new BarcodeDetector({ formats: ['qr_code'] }))
    }
    function end() {
      ended = true
      window.clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    open().catch(() => {
      if (!ended) setProblem(t('The camera can’t be used. Type the number, or use your phone’s camera app.'))
    })
    return end
  }, [])

  return (
    <div className="grid w-full gap-3">
      {problem ? (
        <p role="alert" className="text-sm font-medium text-negative">
          {problem}
        </p>
      ) : (
        <video
          ref={video}
          playsInline
          muted
          className="aspect-square w-full max-w-xs rounded-2xl bg-night object-cover"
        />
      )}
      <Button variant="secondary" onClick={onClose} className="justify-self-start">
        {t('Stop scanning')}
      </Button>
    </div>
  )
}
