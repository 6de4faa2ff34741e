import { nice, ticks } from 'd3-array'
import { useEffect, useRef, useState } from 'react'
import type { MonthlySums } from '#contract/payments/months.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { currentDirection } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { formatShortMoney } from '../../shared/ui/figures/format-rounded-money.ts'
import { monthName } from '../../shared/ui/figures/month-name.ts'

const HEIGHT_PX = 220
const LABELS_PX = 24
const TOP_PX = 8
const TICKS = 4
const CHARACTER_PX = 7
const LABEL_GAP_PX = 16
const NAME_GAP_PX = 2

/** Drawn in CSS pixels, so that text and lines keep their size at every width. */
export function MonthsChart({ months }: { months: MonthlySums[] }) {
  const [selected, setSelected] = useState(months.length - 1)
  const { box, width } = useWidth()
  const hidden = useAmountsHidden()

  const largest = Math.max(1, ...months.flatMap(({ deposits, transfers }) => [deposits, transfers]))
  const [, top] = nice(0, largest, TICKS)
  const steps = ticks(0, top, TICKS)
  // The axis shows rounded values, the table exact ones.
  const labels = steps.map(formatShortMoney)
  const axis = hidden ? 0 : LABEL_GAP_PX + CHARACTER_PX * longest(labels)
  const band = (width - axis) / months.length
  const names = months.map(({ month }) => monthName(month, 'short'))
  const nameEvery = Math.ceil((CHARACTER_PX * longest(names) + NAME_GAP_PX) / band)
  // Time runs in the direction of reading, away from the axis.
  const isMirrored = currentDirection() === 'rtl'
  const x = (start: number, size = 0) => (isMirrored ? width - start - size : start)
  const y = (amount: number) => TOP_PX + (HEIGHT_PX - TOP_PX - LABELS_PX) * (1 - amount / top)
  const bar = Math.min(14, band * 0.32)

  return (
    <div className="grid gap-4">
      <Legend month={months[selected]} />
      {/* Without min-w-0 the chart would keep its container from shrinking. */}
      <div ref={box} data-chart="months" className="min-w-0">
        {width > 0 && (
          <svg aria-hidden="true" width={width} height={HEIGHT_PX} direction="ltr" className="block overflow-visible">
            {steps.map((tick, index) => (
              <g key={tick}>
                <line x1={x(axis)} x2={x(width)} y1={y(tick)} y2={y(tick)} className="stroke-line" />
                {!hidden && (
                  <text
                    x={x(axis - 10)}
                    y={y(tick) + 4}
                    textAnchor={isMirrored ? 'start' : 'end'}
                    className="figures fill-muted text-xs"
                  >
                    {labels[index]}
                  </text>
                )}
              </g>
            ))}
            {months.map(({ month, deposits, transfers }, index) => {
              const start = axis + band * index
              const middle = start + band / 2
              return (
                <g key={month} onPointerEnter={() => setSelected(index)} onPointerDown={() => setSelected(index)}>
                  <rect
                    x={x(start, band)}
                    y={0}
                    width={band}
                    height={HEIGHT_PX}
                    rx={10}
                    className={index === selected ? 'fill-ink/5' : 'fill-transparent'}
                  />
                  <Bar x={x(middle - bar - 1, bar)} y={y(deposits)} width={bar} floor={y(0)} className="fill-accent" />
                  <Bar x={x(middle + 1, bar)} y={y(transfers)} width={bar} floor={y(0)} className="fill-clay" />
                  {(months.length - 1 - index) % nameEvery === 0 && (
                    <text x={x(middle)} y={HEIGHT_PX - 6} textAnchor="middle" className="fill-muted text-xs">
                      {names[index]}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        )}
      </div>
    </div>
  )
}

/** Marks of direction have no width. */
const longest = (texts: string[]) => Math.max(...texts.map((text) => text.replace(/[\u2066\u2069]/g, '').length))

type BarProps = { x: number; y: number; width: number; floor: number; className: string }

/** A bar with rounded upper corners. */
function Bar({ x, y, width, floor, className }: BarProps) {
  const height = floor - y
  if (height <= 0) return null
  const radius = Math.min(width / 2, 4, height)
  const path = `M${x} ${floor}v${-(height - radius)}q0 ${-radius} ${radius} ${-radius}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}v${height - radius}z`
  return <path d={path} className={className} />
}

function Legend({ month }: { month: MonthlySums | undefined }) {
  if (!month) return null
  return (
    <div aria-hidden="true" className="flex flex-wrap items-baseline gap-x-4 gap-y-1 sm:gap-x-6 text-[0.9375rem]">
      <span className="font-medium max-sm:w-full">{monthName(month.month, 'long')}</span>
      <span className="flex items-center gap-2 text-muted">
        <Trans
          text="<0/>Income<1/>"
          parts={[
            () => <span className="size-2.5 rounded-full bg-accent" />,
            () => <HideableAmount amount={month.deposits} className="figures font-medium text-ink" />,
          ]}
        />
      </span>
      <span className="flex items-center gap-2 text-muted">
        <Trans
          text="<0/>Spending<1/>"
          parts={[
            () => <span className="size-2.5 rounded-full bg-clay" />,
            () => <HideableAmount amount={month.transfers} className="figures font-medium text-ink" />,
          ]}
        />
      </span>
    </div>
  )
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
