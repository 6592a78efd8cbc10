import { CheckIcon, ClockIcon, TagIcon, Undo2Icon, XIcon } from 'lucide-react'
import type { OfferAnswer, StructuredMessage } from '#contract/structured-messages.ts'

const answerIcons: Record<OfferAnswer, typeof CheckIcon> = {
  accepted: CheckIcon,
  declined: XIcon,
  withdrawn: Undo2Icon,
  undone: Undo2Icon,
}

/** The icon before the text of a structured message. The text itself says everything. */
export function StructuredIcon({ structured }: { structured: StructuredMessage }) {
  const Icon = iconOf(structured)
  return <Icon size={18} className="message-item-icon" />
}

function iconOf(structured: StructuredMessage) {
  switch (structured.kind) {
    case 'offer':
      return TagIcon
    case 'offer_answer':
      return answerIcons[structured.answer]
    case 'pending':
      return ClockIcon
  }
}
