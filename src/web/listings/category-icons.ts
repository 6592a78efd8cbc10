import { BookOpenIcon, HouseIcon, type LucideIcon, TicketIcon } from 'lucide-react'
import type { CategoryId } from '#categories/index.ts'

/** Apart from the cards, so that the home page does not load their code. */
export const categoryIcons: Record<CategoryId, LucideIcon> = {
  rental: HouseIcon,
  textbook: BookOpenIcon,
  misc: TicketIcon,
}
