import { BadgeCheckIcon } from 'lucide-react'
import { formatMonth } from '#format/format.ts'
import { Badge } from '../../ui/content/badge.tsx'

/**
 * A badge for a confirmed mailbox. It does not say that the person studies: staff and graduates have these addresses too.
 */
export function ConfirmedBadge({ month, isCurrent }: { month: string; isCurrent: boolean }) {
  const time = formatMonth(month)
  return (
    <Badge className="justify-self-start whitespace-normal">
      <BadgeCheckIcon size={16} className="flex-none" />
      {isCurrent
        ? `University email confirmed · ${time}`
        : `University email last confirmed ${time}`}
    </Badge>
  )
}
