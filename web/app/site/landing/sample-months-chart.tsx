import { classNames } from '../../shared/ui/class-names.ts'
import { sampleMonths } from './sample-account.ts'

const HEIGHT = 100
const BAR = 11
const MONTH = 40
const LARGEST = Math.max(...sampleMonths.map(({ income }) => income))

/** Income beside spending, month by month, as on the dashboard. */
export function SampleMonthsChart({ className }: { className: string }) {
  return (
    <svg
      viewBox={`0 0 ${MONTH * sampleMonths.length - 14} ${HEIGHT}`}
      aria-hidden="true"
      className={classNames(className, 'rtl:-scale-x-100')}
    >
      {sampleMonths.map(({ income, spent }, index) => (
        <g key={`${income}-${spent}`}>
          <Bar x={index * MONTH} amount={income} className="fill-on-brand" />
          <Bar x={index * MONTH + BAR + 3} amount={spent} className="fill-sun" />
        </g>
      ))}
    </svg>
  )
}

function Bar({ x, amount, className }: { x: number; amount: number; className: string }) {
  const height = (HEIGHT * amount) / LARGEST
  return <rect x={x} y={HEIGHT - height} width={BAR} height={height} rx="3" className={className} />
}
