import {
  CalendarIcon,
  CheckIcon,
  ClockIcon,
  MapPinIcon,
  TagIcon,
  Undo2Icon,
  XIcon,
} from 'lucide-react'
import type {
  MeetingAnswer,
  OfferAnswer,
  StructuredMessage,
} from '#contract/structured-messages.ts'

const answerIcons: Record<OfferAnswer, typeof CheckIcon> = {
  accepted: CheckIcon,
  declined: XIcon,
  withdrawn: Undo2Icon,
  undone: Undo2Icon,
}

const meetingIcons: Record<MeetingAnswer, typeof CheckIcon> = {
  accepted: CheckIcon,
  declined: XIcon,
  withdrawn: Undo2Icon,
  cancelled: XIcon,
  here: MapPinIcon,
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
    case 'gone':
      return XIcon
    case 'meeting':
      return CalendarIcon
    case 'meeting_answer':
      return meetingIcons[structured.answer]
  }
}
