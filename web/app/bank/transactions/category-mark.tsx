import {
  Banknote,
  Bus,
  Gift,
  HeartPulse,
  House,
  Lightbulb,
  type LucideIcon,
  Plane,
  Shapes,
  ShoppingBag,
  ShoppingBasket,
  Tag,
  Ticket,
  Utensils,
} from 'lucide-react'
import type { Category } from '#contract/payments/categories.ts'
import { classNames } from '../../shared/ui/class-names.ts'

const ICONS: Record<Category, LucideIcon> = {
  housing: House,
  utilities: Lightbulb,
  groceries: ShoppingBasket,
  dining: Utensils,
  transport: Bus,
  travel: Plane,
  shopping: ShoppingBag,
  health: HeartPulse,
  leisure: Ticket,
  family: Gift,
  income: Banknote,
  other: Shapes,
}

type Props = {
  /** Null: none. */
  category: Category | null
  className?: string
}

/** A round mark for the category. Decorative: its name is in a text beside it. */
export function CategoryMark({ category, className }: Props) {
  const Icon = category ? ICONS[category] : Tag
  const tone =
    category === 'income'
      ? 'bg-positive-soft text-positive'
      : category
        ? 'bg-clay/12 text-clay'
        : 'bg-sunken text-muted'
  return (
    <span
      aria-hidden="true"
      className={classNames('grid size-9 shrink-0 place-items-center rounded-full', tone, className)}
    >
      <Icon className="size-4.5" />
    </span>
  )
}
